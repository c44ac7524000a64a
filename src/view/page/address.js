// What the address asks for after "#": a link to a moment, such as view.html#impact=12&trails=all&tab=charts&chart=energy.

const kSwitches = {arrows: 'show_arrows', impacts: 'show_impact', walls: 'show_walls', names: 'show_names', follow: 'follow'};

/** Does what the fragment says; words that it does not know are left out. */
function followAddress(view, fragment) {
    const wishes = new URLSearchParams(fragment.replace(/^#/, ''));
    const number = key => wishes.has(key) ? parsedNumber(wishes.get(key)) : NaN;
    if (kColourModes.includes(wishes.get('colour'))) view.setColours(wishes.get('colour'));
    if (kTrailKinds.includes(wishes.get('trails'))) view.setTrails(wishes.get('trails'));
    if (wishes.has('ball')) view.controls.chooseByName(wishes.get('ball'));
    for (const [key, id] of Object.entries(kSwitches)) {
        if (wishes.has(key) && element(id).checked !== (wishes.get(key) !== '0')) element(id).click();
    }
    if (number('t') >= 0) view.player.seek(number('t') - view.trajectory.header.from);
    if (number('impact') >= 0) view.player.seekEntry(Math.round(number('impact')) - 1);
    if (number('zoom') > 0) view.camera.zoom(number('zoom'));
    if (wishes.get('chart') in kChartKinds) view.charts.choose(wishes.get('chart'));
    if (element(wishes.get('tab'))?.matches('[role="tabpanel"]')) view.controls.openTab(wishes.get('tab'));
}
