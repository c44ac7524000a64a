// Balls that show how they have turned: with a number in two white discs, a stripe, or six spots.

import {rgbOf} from './colours.js';
import {quadVertex, SphereDrawer, sphereFragment} from './draw_spheres.js';
import {GlProgram} from './gl_program.js';
import {kFont, penOf} from './pen.js';

/** @import {PoolLook, RailedLook, ShaderView, SphereLook} from './types.js' */

const kColumns = 8, kCell = 64;  // of the picture with the numbers; pixels
const kSpots = 0, kNumber = 1, kStripe = 2;

const kInputs = `
in vec3 a_to_right, a_to_front;  // axes of the ball
in vec2 a_mark;                  // what it shows, and which number
flat out mat3 v_turn;            // from the axes of the quad to those of the ball
flat out vec2 v_mark;`;
const kTurn = `
    v_turn = transpose(mat3(a_to_right, cross(a_to_front, a_to_right), a_to_front)) * mat3(right, up, -ahead);
    v_mark = a_mark;`;
const kPaint = `
flat in mat3 v_turn;
flat in vec2 v_mark;
uniform sampler2D u_numbers;
uniform vec3 u_white;
uniform float u_rows;

/** 1 inside, 0 outside, and soft between. */
float inside(float away, float edge) { return clamp((edge - away) / max(fwidth(away), 1e-4) + 0.5, 0.0, 1.0); }

vec3 painted(vec3 normal) {
    vec3 p = v_turn * normal, a = abs(p);
    float top = max(a.x, max(a.y, a.z));
    float spot = inside(sqrt(max(1.0 - top * top, 0.0)), 0.15), disc = inside(length(p.xy), 0.5), stripe = inside(a.y, 0.56);
    vec2 place = vec2(p.x * sign(p.z), -p.y) + 0.5;
    vec2 cell = vec2(mod(v_mark.y, ${kColumns}.0), floor(v_mark.y / ${kColumns}.0));
    vec3 number = texture(u_numbers, (cell + clamp(place, 0.0, 1.0)) / vec2(${kColumns}.0, u_rows)).rgb;
    if (v_mark.x == ${kSpots}.0) return mix(v_colour, vec3(0.59, 0.08, 0.08), 0.75 * spot);
    vec3 ground = v_mark.x == ${kStripe}.0 ? mix(u_white, v_colour, stripe) : v_colour;
    return mix(ground, number, disc);
}`;

/** A white cell for each ball with its number in it. @param {PoolLook[]} looks @param {{white: string, ink: string}} colours */
function numbersOf(looks, {white, ink}) {
    const canvas = document.createElement('canvas'), pen = penOf(canvas), rows = Math.ceil(looks.length / kColumns);
    [canvas.width, canvas.height] = [kColumns * kCell, rows * kCell];
    pen.fillStyle = white;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = ink;
    pen.font = `700 ${0.68 * kCell}px ${kFont}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    looks.forEach(({label}, k) => pen.fillText(label, (k % kColumns + 0.5) * kCell, (Math.floor(k / kColumns) + 0.54) * kCell));
    return {canvas, rows};
}

export class PoolBallDrawer extends SphereDrawer {
    /** `table` is that of the look, with a look for each ball.
     *  @param {WebGL2RenderingContext} gl @param {Float64Array} radii @param {RailedLook} table */
    constructor(gl, radii, table) {
        super(gl, radii);
        this.quads = new GlProgram(gl, quadVertex(kInputs, kTurn), sphereFragment('v_at', kPaint, 'painted(normal)'));
        this.looks = table.balls;
        this.axes = this.buffer(new Float32Array(6 * this.count));
        this.marks = this.buffer(new Float32Array(2 * this.count));
        const {canvas, rows} = numbersOf(table.balls, table);
        this.rows = rows;
        this.white = rgbOf(table.white).map(x => x / 255);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, canvas);
        gl.generateMipmap(gl.TEXTURE_2D);
    }

    /** Six numbers for each ball: where what was on the right and in front points now. @param {Float32Array} axes */
    setAxes(axes) {
        this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.axes);
        this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, axes);
    }

    /** Numbers and stripes where they are shown, and else spots. @param {boolean} numbered */
    setMarks(numbered) {
        const kinds = this.looks.map(({label, striped}) => !numbered || !label ? kSpots : striped ? kStripe : kNumber);
        this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.marks);
        this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, Float32Array.from(kinds.flatMap((kind, ball) => [kind, ball])));
    }

    /** @param {GlProgram} program @param {ShaderView} view @param {SphereLook} look */
    use(program, view, look) {
        super.use(program, view, look);
        this.gl.uniform3fv(program.uniform('u_white'), this.white);
        this.gl.uniform1f(program.uniform('u_rows'), this.rows);
    }

    /** @param {GlProgram} program @param {number} ball @param {number} step @param {number} divisor */
    beginWith(program, ball, step, divisor) {
        super.beginWith(program, ball, step, divisor);
        const gl = this.gl;
        /** @param {WebGLBuffer | null} buffer @param {string} name @param {number} size @param {number} stride @param {number} offset */
        const load = (buffer, name, size, stride, offset) => {
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            program.attribute(name, size, gl.FLOAT, false, stride * step, stride * ball + offset, divisor);
        };
        load(this.axes, 'a_to_right', 3, 24, 0);
        load(this.axes, 'a_to_front', 3, 24, 12);
        load(this.marks, 'a_mark', 2, 8, 0);
    }
}
