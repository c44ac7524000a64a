// Puts the parts of the page together, and draws when something has changed.

import {FlatCamera, OrbitCamera} from './camera.js';
import {cardText} from './card.js';
import {ChartPanel} from './charts.js';
import {Colours} from './colours.js';
import {Controls} from './controls.js';
import {TableDrawer} from './draw_table.js';
import {Downloads} from './downloads.js';
import {element} from './element.js';
import {EventList} from './event_list.js';
import {extentOf} from './extent.js';
import {legendHtml, withLegend} from './legend.js';
import {clamp, counted, shortNumber} from './numbers.js';
import {asCanvas, Picture} from './picture.js';
import {Player} from './player.js';
import {ballAt, cornerAt, Pointer} from './pointer.js';
import {lawText} from './texts.js';
import {readTheme} from './theme.js';
import {trailTime} from './trails.js';
import {Trajectory} from './trajectory.js';
import {plus} from './vectors.js';
import {ViewKinds} from './view_kinds.js';

/** @import {Comparison} from './play/comparison.js' */
/** @import {PlayMode} from './play/play_mode.js' */
/** @import {SceneMode} from './play/scene_mode.js' */
/** @import {Camera, Columns, Header, Legend, PointerView, Settings} from './types.js' */

/** From where a table in space is seen at first, where the picture is wide, and where it is tall. */
const kTableCamera = {wide: {yaw: 1, pitch: 0.75, lowest: 0.05}, tall: {yaw: 0.25, pitch: 0.75, lowest: 0.05}};
const kRest = 200;  // milliseconds without a change: the picture rests

export class View {
    /** @type {Settings} */ settings;
    /** @type {Controls} */ controls;
    /** @type {PlayMode | undefined} */ play;
    /** @type {SceneMode | undefined} */ scene;
    /** @type {Comparison | undefined} */ other;
    /** @type {PointerView['hand']} */ hand;
    /** @type {number} */ stirredAt;
    /** @type {number | undefined} */ lastFrame;
    /** @type {boolean} */ waiting;
    /** @type {string} */ cardShown;
    /** @type {string} */ legendShown;
    /** @type {ReturnType<typeof setTimeout>} */ settling;

    /** @param {{header: Header, columns: Columns}} data */
    constructor({header, columns}) {
        this.trajectory = new Trajectory(header, columns);
        this.extent = extentOf(this.trajectory);
        this.colours = new Colours(this.trajectory);
        this.makeSettings();
        this.player = new Player(this.trajectory, () => this.stir());
        this.picture = new Picture(element('stage'), this.trajectory, this.extent, this.colours);
        this.camera = this.newCamera();
        this.theme = readTheme();
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
            this.theme = readTheme();
            this.controls.drawDensity();
            this.redraw();
        });
        this.charts = new ChartPanel(this.trajectory, this.player, this.settings);
        this.list = new EventList(this.trajectory, this.colours, event => this.player.seekEvent(event));
        this.controls = new Controls(this);
        this.kinds = new ViewKinds(this);
        this.downloads = new Downloads(this);
        new Pointer(element('stage'), this);
        new ResizeObserver(() => this.resize()).observe(element('stage'));
        this.describe();
        this.resize();
    }

    /** True where the scene is seen from above. */
    get flat() {
        return this.picture.seen.dimension === 2;
    }

    /** @returns {Camera} */
    newCamera() {
        const {header} = this.trajectory, mayTurn = Boolean(header.look.table?.rails);
        if (this.flat) return new FlatCamera(this.extent, TableDrawer.margin(header, this.extent), mayTurn);
        const {clientWidth, clientHeight} = element('stage'), isWide = clientWidth > clientHeight, {tableInSpace} = this.picture;
        return new OrbitCamera(this.picture.seenExtent, tableInSpace ? kTableCamera[isWide ? 'wide' : 'tall'] : undefined);
    }

    /** Turns to the table from above, or in space; false where the browser cannot draw that. @param {boolean} yes */
    setInSpace(yes) {
        const {picture} = this;
        picture.tableInSpace = yes;
        try {
            picture.load();
        } catch (error) {
            picture.tableInSpace = false;
            picture.load();
            this.controls.tell(error instanceof Error ? error.message : String(error));
        }
        this.useNewCamera();
        return picture.tableInSpace === yes;
    }

    useNewCamera() {
        this.camera = this.newCamera();
        this.camera.resize(element('stage').clientWidth, element('stage').clientHeight);
        this.redraw();
    }

    /** Shows another recording of as many dimensions. @param {{header: Header, columns: Columns}} data */
    load({header, columns}) {
        this.trajectory.load(header, columns);
        const before = JSON.stringify(this.extent);
        Object.assign(this.extent, extentOf(this.trajectory));
        this.colours.load();
        this.picture.load();
        if (JSON.stringify(this.extent) !== before) {
            this.useNewCamera();
            this.kinds.choose(this.kinds.kind);
        }
        if (this.settings.chosen >= this.trajectory.ballCount) this.settings.chosen = -1;
        for (const part of [this.player, this.charts, this.list, this.controls, this.downloads]) part.load();
        this.controls.drawDensity();
        this.setTrails(this.settings.trails);
        this.describe();
        this.redraw();
    }

    makeSettings() {
        const few = this.trajectory.ballCount <= 60;
        this.settings = {
            arrows: false, impact: true, walls: true, names: false, follow: false, chosen: -1, trails: 'none',
            trailBalls: 'every', trailReach: 0,
            /** The balls of this trajectory that leave trails. */
            trailList(trajectory) {
                if (this.trailBalls === 'every') return trajectory.everyBall;
                return this.chosen >= 0 && this.chosen < trajectory.ballCount ? [this.chosen] : [];
            },
        };
        this.setTrails(few ? 'short' : 'none');
    }

    /** Title, facts, and what part of the run is here. */
    describe() {
        const {header, length} = this.trajectory, {from} = header;
        const name = header.name || 'Carom';
        document.title = name;
        element('title').textContent = name;
        const part = from > 0 || header.goes_on;
        const span = `time ${shortNumber(from, 6)} to ${shortNumber(from + length, 6)}`;
        element('facts').textContent = `${counted(header.balls, 'ball')} ${header.look.table?.rails ? 'on a table' : `in ${header.dimension}D`}, ` +
            `${counted(this.trajectory.impactCount, 'impact')}, ${span}${part ? ', a part of the run' : ''}${header.goes_on ? ', which goes on' : ''}`;
        element('law_text').textContent = lawText(header.law);
        element('window_text').textContent = this.windowText(span);
        const size = plus(this.extent.upper, this.extent.lower, -1);
        element('stage').classList.toggle('wide', this.trajectory.dimension === 2 && size[0] > 1.4 * size[1]);
    }

    /** The end of the page need not be that of the run. */
    sayWhereItEnds() {
        const {header, length} = this.trajectory;
        if (header.goes_on)
            this.controls.tell(`This page ends at time ${shortNumber(header.from + length, 6)}. The run goes on: carom view --from T shows more.`);
    }

    /** @param {string} span */
    windowText(span) {
        const {header} = this.trajectory, texts = [`This page holds ${span}.`];
        if (header.impacts_before > 0) texts.push(`${counted(header.impacts_before, 'impact')} came before.`);
        texts.push(header.goes_on ? 'The run goes on; carom view --from T --to T shows another part.' : 'The run ends there.');
        return texts.join(' ');
    }

    resize() {
        const {clientWidth: width, clientHeight: height} = element('stage');
        if (width === 0 || height === 0) return;
        this.picture.resize(width, height);
        this.other?.picture.resize(width, height);
        this.camera.resize(width, height);
        this.drawPicture();
        this.redraw();  // texts later: a legend that comes or goes changes the size again
    }

    /** Draws at the next chance. */
    redraw() {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(now => this.frame(now));
    }

    /** Draws something that moves: coarser where drawing is slow, and sharp again when it rests. */
    stir() {
        this.stirredAt = performance.now();
        clearTimeout(this.settling);
        this.settling = setTimeout(() => this.redraw(), 2 * kRest);
        this.redraw();
    }

    get moves() {
        return this.player.playing || performance.now() - this.stirredAt < kRest;
    }

    /** One picture; while the balls play, the next one follows. @param {number} now */
    frame(now) {
        this.waiting = false;
        const elapsed = clamp((now - (this.lastFrame ?? now)) / 1000, 0, 0.5);
        this.lastFrame = this.player.playing ? now : undefined;
        this.player.tick(elapsed);
        if (this.lastFrame && !this.player.playing && !this.player.backwards) this.sayWhereItEnds();
        this.draw();
        if (this.player.playing) this.redraw();
    }

    draw() {
        this.drawPicture();
        this.drawTexts();
        this.charts?.follow();
        this.downloads?.movie.take();
    }

    drawPicture() {
        const {camera, player, theme} = this, {time} = player;
        const aim = this.play?.prepare(camera);
        const settings = {...this.settings, aim, impact: this.settings.impact && this.showsImpact() && !this.play?.isAiming};
        if (settings.follow && settings.chosen >= 0) camera.lookAt(this.picture.seen.position(settings.chosen, time));
        this.kinds?.place(camera);
        this.picture.draw(camera, player, settings, theme, this.moves);
        this.other?.draw(camera, time, settings, theme, this.moves);
        this.play?.draw(this.picture.marks, camera);
        this.scene?.draw(this.picture.marks, camera);
        element('stage').classList.toggle('whole', this.isWhole);
    }

    drawTexts() {
        if (!this.controls) return;
        this.controls.update();
        this.drawCard();
        this.list.setPresent(this.player.event, !this.player.playing || this.fewImpacts());  // beside the card
        const hint = this.play && !this.play.isOpen ? ' Shoot yourself: tab Play.' : '', {note = '', ...rest} = this.legend();
        const legend = legendHtml({...rest, note: note + hint});
        if (this.legendShown !== legend) element('legend').innerHTML = this.legendShown = legend;
        element('legend').hidden = legend === '';
    }

    /** Read aloud only while nothing moves. */
    drawCard() {
        const card = cardText(this.trajectory, this.colours, this.player, this.settings, this.picture.table?.turning ?? undefined);
        if (this.cardShown === card) return;
        element('card').setAttribute('aria-live', this.player.playing ? 'off' : 'polite');
        element('card').innerHTML = this.cardShown = card;
        element('card').hidden = card === '';
    }

    /** @returns {Legend}  What the colours mean, and which balls are left out of the picture now; there is always room for that where it may be. */
    legend() {
        const {space} = this.picture, legend = this.colours.legend(this.player.time), step = space?.step ?? 1;
        if (!space?.mayThin) return legend;
        return {...legend, note: step > 1 ? `While it moves, 1 of ${step} balls is drawn.` : legend.note || '\u00a0'};
    }

    /** True when impacts are rare enough to be followed by eye while the balls play. */
    fewImpacts() {
        const {trajectory, player} = this;
        return trajectory.entryCount * player.speed < 12 * trajectory.length;
    }

    /** At an impact, and while the balls play for a moment after it. */
    showsImpact() {
        const {trajectory, player} = this;
        if (player.event < 0) return false;
        if (!player.playing) return player.atEvent;
        return this.fewImpacts() && player.time - trajectory.eventTime(player.event) < 0.25 * player.speed;
    }

    /** True where one finger has nothing to move: all of a flat scene is in the picture. */
    get isWhole() {
        return this.flat && this.camera.untouched;
    }

    /** As if a hand dragged the picture by so many pixels. @param {number} dx @param {number} dy */
    turn(dx, dy) {
        this.camera.drag(dx, dy);
        this.stir();
    }

    /** @param {number} factor */
    zoom(factor) {
        this.camera.zoom(factor);
        this.stir();
    }

    /** @param {boolean} yes */
    dragging(yes) {
        element('stage').classList.toggle('dragging', yes);
        this.redraw();
    }

    /** The ball at a place of the picture, or the impact that a trail tells of there. @param {number} x @param {number} y */
    choose(x, y) {
        const {camera, settings, player, picture: {seen}} = this, ball = ballAt(seen, camera, player.time, x, y);
        const event = ball >= 0 ? -1 : cornerAt(seen, camera, settings.trailList(seen), player.time - settings.trailReach, x, y);
        if (event >= 0) player.seekEvent(seen.impactOf(event).last);
        else this.setChosen(ball);
    }

    /** @param {number} ball */
    setChosen(ball) {
        this.settings.chosen = ball;
        this.redraw();
    }

    /** @param {string} mode @param {string} [scale] */
    setColours(mode, scale = this.colours.scale) {
        Object.assign(this.colours, {mode, scale});
        this.list.draw();
        this.redraw();
    }

    /** @param {string} kind */
    setTrails(kind) {
        this.settings.trails = kind;
        this.settings.trailReach = trailTime(this.trajectory, kind, this.extent);
        this.redraw?.();
    }

    /** All of the scene, which would not stay in the picture while the camera follows a ball. */
    resetView() {
        this.controls.tick('follow', false);
        this.kinds.leaveBall();
        this.camera.home();
        this.camera.resize(this.camera.width, this.camera.height);
        this.redraw();
    }

    /** The picture, or both of two runs, in one canvas. */
    copy(canvas = document.createElement('canvas')) {
        const pictures = this.other ? [this.picture, this.other.picture] : [this.picture];
        return asCanvas(pictures, this.theme.css.stage, canvas);
    }

    /** The picture below its title, what time it is, and what the colours mean. */
    titledPicture() {
        const {css} = this.theme, ratio = window.devicePixelRatio || 1;
        const words = [element('title').textContent ?? '', `time ${shortNumber(this.trajectory.header.from + this.player.time, 8)}`];
        return withLegend(this.copy(), words, this.legend(), css, ratio);
    }
}
