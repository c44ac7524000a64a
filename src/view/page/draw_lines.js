// Lines of any width in space, and the faces of walls.

import {GlProgram} from './gl_program.js';

/** @import {Face, ShaderView, Vector} from './types.js' */

const kLineVertex = `
in vec3 a_from, a_to;
in vec4 a_from_colour, a_to_colour;
in float a_width;  // pixels
uniform vec2 u_size;  // of the picture in pixels
centroid out vec3 v_place;
out vec4 v_colour;

void main() {
    float nearest = max(u_range.x * 0.5, 1e-6);
    vec4 a = seen(a_from), b = seen(a_to);
    float cut_a = a.w < nearest ? (nearest - a.w) / (b.w - a.w) : 0.0;
    float cut_b = b.w < nearest ? (nearest - b.w) / (a.w - b.w) : 0.0;
    if (a.w < nearest && b.w < nearest) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    vec3 from = mix(a_from, a_to, cut_a), to = mix(a_to, a_from, cut_b);
    a = seen(from); b = seen(to);
    vec2 along = (b.xy / b.w - a.xy / a.w) * u_size;
    along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
    bool at_end = (gl_VertexID & 1) == 1;
    vec4 place = at_end ? b : a;
    float side = (gl_VertexID & 2) == 0 ? -1.0 : 1.0;
    place.xy += side * a_width * vec2(-along.y, along.x) / u_size * place.w;
    gl_Position = place;
    v_place = at_end ? to : from;
    v_colour = at_end ? a_to_colour : a_from_colour;
}`;

const kFaceVertex = `
in vec3 a_place;
in vec4 a_face_colour;
centroid out vec3 v_place;
out vec4 v_colour;
void main() { gl_Position = seen(a_place); v_place = a_place; v_colour = a_face_colour; }`;

const kPlainFragment = `
centroid in vec3 v_place;  // thin faces have no place in the middle of a pixel at their edge
in vec4 v_colour;
uniform vec3 u_eye;
uniform vec2 u_range;
out vec4 colour;
void main() {
    colour = v_colour;
    gl_FragDepth = clamp((length(v_place - u_eye) - u_range.x) / (u_range.y - u_range.x), 0.0, 1.0);
}`;

const kLineBytes = 36, kFaceBytes = 16;
const kCorners = [0, 1, 2, 2, 1, 3];  // of the two triangles of a line

/** Lines for one picture: numbers and colours side by side, the same for each of four corners. Instances would be shorter, but
 *  software draws each of them by itself: long trails played with half the frames a second. */
export class LineList {
    /** @type {Uint8Array} */ bytes;
    /** @type {Float32Array} */ floats;
    /** @type {number} */ capacity;

    constructor() {
        this.count = 0;
        this.room(256);
    }

    /** For the next picture: the memory stays. */
    clear() {
        this.count = 0;
    }

    /** @param {number} lines */
    room(lines) {
        const old = this.bytes;
        this.bytes = new Uint8Array(lines * 4 * kLineBytes);
        if (old) this.bytes.set(old);
        this.floats = new Float32Array(this.bytes.buffer);
        this.capacity = lines;
    }

    /** Colours are [red, green, blue, opacity], 0 to 255; places are counted from the origin of the view.
     *  @param {Vector} from @param {Vector} to @param {number} width @param {number[]} fromColour @param {number[]} [toColour] */
    add(from, to, width, fromColour, toColour = fromColour) {
        if (this.count === this.capacity) this.room(2 * this.capacity);
        const at = this.count * 4 * kLineBytes;
        this.floats.set(from, at / 4);
        this.floats.set(to, at / 4 + 3);
        this.bytes.set(fromColour, at + 24);
        this.bytes.set(toColour, at + 28);
        this.floats[at / 4 + 8] = width;
        this.bytes.copyWithin(at + kLineBytes, at, at + kLineBytes);
        this.bytes.copyWithin(at + 2 * kLineBytes, at, at + 2 * kLineBytes);
        ++this.count;
    }
}

export class LineDrawer {
    /** @param {WebGL2RenderingContext} gl */
    constructor(gl) {
        this.gl = gl;
        this.program = new GlProgram(gl, kLineVertex, kPlainFragment);
        this.array = gl.createVertexArray();
        this.buffer = gl.createBuffer();
        gl.bindVertexArray(this.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        this.program.attribute('a_from', 3, gl.FLOAT, false, kLineBytes, 0, 0);
        this.program.attribute('a_to', 3, gl.FLOAT, false, kLineBytes, 12, 0);
        this.program.attribute('a_from_colour', 4, gl.UNSIGNED_BYTE, true, kLineBytes, 24, 0);
        this.program.attribute('a_to_colour', 4, gl.UNSIGNED_BYTE, true, kLineBytes, 28, 0);
        this.program.attribute('a_width', 1, gl.FLOAT, false, kLineBytes, 32, 0);
        this.corners = gl.createBuffer();
        this.cornered = 0;  // so many lines have corners
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.corners);
    }

    /** @param {number} lines */
    needCorners(lines) {
        if (lines <= this.cornered) return;
        this.cornered = Math.max(lines, 2 * this.cornered);
        const corners = Uint32Array.from({length: 6 * this.cornered}, (_, k) => 4 * Math.floor(k / 6) + kCorners[k % 6]);
        this.gl.bufferData(this.gl.ELEMENT_ARRAY_BUFFER, corners, this.gl.STATIC_DRAW);
    }

    /** @param {ShaderView} view @param {LineList} lines @param {number[]} size */
    draw(view, lines, size) {
        if (lines.count === 0) return;
        const gl = this.gl;
        this.program.use(view);
        gl.uniform2fv(this.program.uniform('u_size'), size);
        gl.bindVertexArray(this.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, lines.bytes.subarray(0, lines.count * 4 * kLineBytes), gl.DYNAMIC_DRAW);
        this.needCorners(lines.count);
        gl.drawElements(gl.TRIANGLES, 6 * lines.count, gl.UNSIGNED_INT, 0);
    }
}

export class FaceDrawer {
    /** @type {number} */ count;

    /** @param {WebGL2RenderingContext} gl */
    constructor(gl) {
        this.gl = gl;
        this.program = new GlProgram(gl, kFaceVertex, kPlainFragment);
        this.array = gl.createVertexArray();
        this.buffer = gl.createBuffer();
        gl.bindVertexArray(this.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        this.program.attribute('a_place', 3, gl.FLOAT, false, kFaceBytes, 0, 0);
        this.program.attribute('a_face_colour', 4, gl.UNSIGNED_BYTE, true, kFaceBytes, 12, 0);
    }

    /** @param {ShaderView} view @param {Face[]} faces */
    draw(view, faces) {
        this.load(faces);
        this.drawLoaded(view);
    }

    /** `faces` are convex, in any order. @param {Face[]} faces */
    load(faces) {
        const corners = [];
        for (const {polygon, colour} of faces) {
            for (let k = 2; k < polygon.length; ++k)
                for (const place of [polygon[0], polygon[k - 1], polygon[k]]) corners.push({place, colour});
        }
        this.count = corners.length;
        const bytes = new Uint8Array(corners.length * kFaceBytes), floats = new Float32Array(bytes.buffer);
        corners.forEach(({place, colour}, k) => {
            floats.set(place, k * kFaceBytes / 4);
            bytes.set(colour, k * kFaceBytes + 12);
        });
        this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffer);
        this.gl.bufferData(this.gl.ARRAY_BUFFER, bytes, this.gl.DYNAMIC_DRAW);
    }

    /** @param {ShaderView} view */
    drawLoaded(view) {
        if (this.count === 0) return;
        this.program.use(view);
        this.gl.bindVertexArray(this.array);
        this.gl.drawArrays(this.gl.TRIANGLES, 0, this.count);
    }
}
