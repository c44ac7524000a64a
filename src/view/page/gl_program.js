// WebGL2 programs.
//
// Depth is the length of the tangent from the eye to a ball, sqrt(d^2 - r^2), one number for all of the ball: of two balls
// that do not overlap the one with the shorter tangent is in front, because the eye lies on its side of the plane
// of equal tangents, which separates them. A point is a ball of radius 0. So no ball needs a depth per pixel, and software drawing stays fast.

import {FlatCamera} from './camera.js';
import {plus} from './vectors.js';

/** @import {Camera, ShaderView, Vector} from './types.js' */

/** Shared by all vertex shaders: the camera, and a place on the screen. */
const kCameraText = `
uniform vec3 u_eye, u_right, u_up, u_back;
uniform vec2 u_focus;   // pixels per unit at distance 1, over half the size of the picture
uniform vec2 u_range;   // nearest and farthest depth
uniform float u_flat;   // 1: seen from straight above, without perspective

/** x and y over w: the place in the picture, -1 to 1. */
vec4 seen(vec3 p) {
    vec3 d = p - u_eye;
    float w = mix(-dot(d, u_back), 1.0, u_flat);
    return vec4(dot(d, u_right) * u_focus.x, dot(d, u_up) * u_focus.y, 0.0, w);
}
float depth_of(float tangent) { return clamp((tangent - u_range.x) / (u_range.y - u_range.x), 0.0, 1.0); }
`;

export class GlProgram {
    /** @param {WebGL2RenderingContext} gl @param {string} vertexText @param {string} fragmentText */
    constructor(gl, vertexText, fragmentText) {
        this.gl = gl;
        const program = gl.createProgram();
        if (!program) throw new Error('The browser has lost WebGL.');
        this.program = program;
        this.add(gl.VERTEX_SHADER, `#version 300 es\nprecision highp float;\n${kCameraText}${vertexText}`);
        this.add(gl.FRAGMENT_SHADER, `#version 300 es\nprecision highp float;\n${fragmentText}`);
        ['a_centre', 'a_radius', 'a_colour'].forEach((name, place) => gl.bindAttribLocation(this.program, place, name));
        gl.linkProgram(this.program);
        if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(this.program) ?? '');
        /** @type {Record<string, WebGLUniformLocation | null>} */
        this.places = {};
    }

    /** @param {number} type @param {string} text */
    add(type, text) {
        const shader = this.gl.createShader(type);
        if (!shader) throw new Error('The browser has lost WebGL.');
        this.gl.shaderSource(shader, text);
        this.gl.compileShader(shader);
        if (!this.gl.getShaderParameter(shader, this.gl.COMPILE_STATUS))
            throw new Error(this.gl.getShaderInfoLog(shader) ?? '');
        this.gl.attachShader(this.program, shader);
    }

    /** @param {string} name */
    uniform(name) {
        return this.places[name] ??= this.gl.getUniformLocation(this.program, name);
    }

    /** An attribute out of the bound buffer; `divisor` 1: of each instance, 0: of each vertex.
     *  @param {string} name @param {number} size @param {number} type @param {boolean} normalized @param {number} stride
     *  @param {number} offset @param {number} divisor */
    attribute(name, size, type, normalized, stride, offset, divisor) {
        const place = this.gl.getAttribLocation(this.program, name);
        this.gl.enableVertexAttribArray(place);
        this.gl.vertexAttribPointer(place, size, type, normalized, stride, offset);
        this.gl.vertexAttribDivisor(place, divisor);
    }

    /** `view` is what viewOf gives. @param {ShaderView} view */
    use(view) {
        const gl = this.gl;
        gl.useProgram(this.program);
        const {eye, right, up, back} = view;
        for (const [name, vector] of Object.entries({eye, right, up, back})) gl.uniform3fv(this.uniform(`u_${name}`), vector);
        gl.uniform2fv(this.uniform('u_focus'), view.focus);
        gl.uniform2fv(this.uniform('u_range'), view.range);
        gl.uniform1f(this.uniform('u_flat'), view.flat);
    }
}

/** What the shaders need of a camera; places are counted from `origin`, so that single precision is enough.
 *  @param {Camera} camera @param {Vector} origin @returns {ShaderView} */
export function viewOf(camera, origin) {
    if (camera instanceof FlatCamera) {
        const [x, y] = camera.target;
        return {
            eye: [x - origin[0], y - origin[1], 1], ...camera.basis(),
            focus: [2 * camera.scale / camera.width, 2 * camera.scale / camera.height], range: [0, 2], flat: 1,
        };
    }
    const {near, far} = camera.range(), focus = 2 * camera.focus();
    return {
        eye: plus(camera.eye(), origin, -1), ...camera.basis(),
        focus: [focus / camera.width, focus / camera.height], range: [near, far], flat: 0,
    };
}
