// Promise: the search field says which words of a search mean nothing.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {searchFault} from '../../src/view/page/search.js';

test('a limit of time without a number is a fault', () => {
    assert.match(searchFault('cue t>abc'), /“t>abc”: after t< or t> stands a time/);
    for (const text of ['t<1.5.2', 't>=x']) assert.notEqual(searchFault(text), '');
    for (const text of ['', 'cue wall', 't>1.5', '8 t<=2e-3']) assert.equal(searchFault(text), '');
});
