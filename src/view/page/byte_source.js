// Numbers out of bytes, as byte_sink.hpp writes them.

const kSign = 0x80000000;

export class ByteSource {
    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
        this.wasNear = false;
        this.at = 0;
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        this.number = new Float64Array(1);
        this.words = new Uint32Array(this.number.buffer);  // the lower half comes first
        this.high = 0;
    }

    /** A whole number below 2^32; what is above it is in `high`. */
    whole() {
        const {bytes} = this;
        let low = bytes[this.at++];
        this.high = 0;
        if (low < 128) return low;
        low &= 127;
        for (let k = 1, shift = 7; ; ++k, shift += 7) {
            const byte = bytes[this.at++], part = k < 8 ? byte & 127 : byte;
            if (shift < 32) low |= part << shift;
            if (shift > 24) this.high |= shift < 32 ? part >>> (32 - shift) : part << (shift - 32);
            if (k === 8 || !(byte >= 128)) return low >>> 0;
        }
    }

    raw() {
        this.at += 8;
        return this.view.getFloat64(this.at - 8, true);
    }

    /** A number from how many doubles it is above or below `expected`. `wasNear` says whether one byte was enough.
     *  @param {number} expected */
    difference(expected) {
        const byte = this.bytes[this.at];
        this.wasNear = byte < 128;
        this.number[0] = Number.isNaN(expected) ? 0 : expected;
        if (!this.wasNear) return this.stepFar();
        ++this.at;
        const step = byte >>> 1 ^ -(byte & 1), low = this.words[0] + (this.words[1] >= kSign ? -step : step);
        if (low < 0 || low >= 2 ** 32) return this.step(step, step >> 31);
        this.words[0] = low;
        return this.number[0];
    }

    stepFar() {
        const folded = this.whole(), sign = -(folded & 1);
        return this.step((folded >>> 1 | this.high << 31) ^ sign, this.high >>> 1 ^ sign);
    }

    /** Goes from `number` up by so many doubles: the halves of a signed number of 64 bits. @param {number} low @param {number} high */
    step(low, high) {
        const {words} = this;
        this.flip(words[1] >= kSign ? -1 : 0);
        const sum = words[0] + (low >>> 0);
        words[0] = sum;
        words[1] += high + (sum >= 2 ** 32 ? 1 : 0);
        this.flip(words[1] >= kSign ? 0 : -1);
        return this.number[0];
    }

    /** Doubles in their order to the bits of doubles, and back: `all` is -1 where the number is negative, else 0.
     *  @param {number} all */
    flip(all) {
        this.words[0] ^= all;
        this.words[1] ^= all === 0 ? kSign : all;
    }
}

/** As ValueTable in byte_sink.hpp: each value is `width` numbers. */
export class ValueTable {
    /** @type {number} */ width;
    /** @type {number[][]} */ known;

    /** @param {number} width */
    constructor(width) {
        Object.assign(this, {width, known: []});
    }

    /** @param {ByteSource} source */
    read(source) {
        const place = source.whole();
        if (place > 0) return this.known[place - 1];
        const value = Array.from({length: this.width}, () => source.raw());
        if (this.known.length < 100) this.known.push(value);
        return value;
    }
}
