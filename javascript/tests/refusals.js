// How tests look at what the package refuses.
import assert from "node:assert/strict";

import { CaromError } from "../../build/npm/index.js";

/** The error that `call` throws. */
export function refusal(call) {
    try {
        call();
    } catch (error) {
        assert.ok(error instanceof CaromError, `a CaromError is needed, not ${error.stack}`);
        return error;
    }
    assert.fail("nothing was thrown");
}

/** That `call` is refused with this status and text. */
export function refuses(status, text, call) {
    const error = refusal(call);
    assert.equal(error.status, status, error.message);
    assert.ok(error.message.includes(text), error.message);
}
