// Promise: what can be pressed or typed into stands out from the page, in light and in dark: at least 3 to 1 (WCAG 1.4.11).
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {rgbOf} from '../../src/view/page/colours.js';

const style = readFileSync(new URL('../../src/view/page/style.css', import.meta.url), 'utf8');
const themes = [...style.matchAll(/:root \{([^}]*)\}/g)].map(([, text]) =>
    Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour])));

function luminance(colour) {
    const [r, g, b] = rgbOf(colour).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
}

test('edges of buttons and fields', () => {
    assert.equal(themes.length, 2);
    for (const theme of themes)
        for (const ground of ['page', 'surface']) assert.ok(contrast(theme.edge, theme[ground]) >= 3, `${ground}: ${contrast(theme.edge, theme[ground])}`);
    assert.doesNotMatch(style, /^(button|select)[^}]*border: 1px solid var\(--line\)/m);
});
