// Balls as flat pictures. A quad lies in the plane of the outline that the eye sees, so the outline is exactly a circle of it.
// Small balls of a crowd are points instead, a quarter of the work: that the outline is a little long at the rim of the
// picture is lost there.

import {GlProgram} from './gl_program.js';

/** @import {ShaderView, SphereLook} from './types.js' */

const kSphereInputs = `
in vec3 a_centre;
in float a_radius;
in vec4 a_colour;
out vec2 v_at;        // in units of the outline's radius; of a point, x is that of its edge
out vec3 v_colour;
out float v_haze;

/** Sets depth and colour of what is at gl_Position; false where the ball is not in front of the eye. */
bool begin_ball(vec3 way, out float distance, out float tangent) {
    float distance2 = dot(way, way), tangent2 = distance2 - a_radius * a_radius;
    distance = sqrt(distance2);
    tangent = sqrt(max(tangent2, 0.0));
    v_colour = a_colour.rgb;
    v_haze = u_flat == 1.0 ? 0.0 : smoothstep(0.12, 1.0, depth_of(tangent));
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return u_flat == 1.0 || tangent2 > 0.0 && -dot(way, u_back) + a_radius > u_range.x;
}
void put_ball(vec3 place, float tangent) {
    gl_Position = seen(place);
    gl_Position.z = (2.0 * depth_of(u_flat == 1.0 ? 1.0 : tangent) - 1.0) * gl_Position.w;
}`;

/** `more` is done with the axes right, up and ahead of the quad. */
export const quadVertex = (inputs = '', more = '') => `${kSphereInputs}${inputs}
uniform float u_pixel;  // of the picture, at distance 1, in units of length

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec3 way = a_centre - u_eye;
    float distance, tangent;
    if (!begin_ball(way, distance, tangent)) return;
    vec3 ahead = u_flat == 1.0 ? -u_back : way / distance;
    vec3 right = normalize(cross(ahead, u_up)), up = cross(right, ahead);
    float outline = u_flat == 1.0 ? a_radius : a_radius * tangent / distance;
    vec3 middle = u_flat == 1.0 ? a_centre : a_centre - ahead * (a_radius * a_radius / distance);
    v_at = corner * (1.0 + u_pixel * (u_flat == 1.0 ? 1.0 : distance) / outline);
    put_ball(middle + (right * v_at.x + up * v_at.y) * outline, tangent);
    ${more}
}`;

const kPointVertex = `${kSphereInputs}
uniform float u_pixel;

void main() {
    vec3 way = a_centre - u_eye;
    float distance, tangent;
    gl_PointSize = 1.0;
    if (!begin_ball(way, distance, tangent)) return;
    put_ball(a_centre, tangent);
    float pixels = a_radius / (u_pixel * (u_flat == 1.0 ? 1.0 : tangent));
    gl_PointSize = max(2.0 * pixels + 1.0, 1.5);
    v_at = vec2(gl_PointSize / (2.0 * max(pixels, 0.5)), 0.0);
}`;

/** `at` is the place on the outline, `paint` the colour where the surface has this normal. */
export const sphereFragment = (at = 'v_at', inputs = '', paint = 'v_colour') => `
in vec2 v_at;
in vec3 v_colour;
in float v_haze;
uniform vec3 u_haze;    // colour of what is far
uniform float u_fade;   // how much of it
uniform float u_smooth; // 1: soft outlines
out vec4 colour;
const vec3 kLight = normalize(vec3(-0.42, 0.62, 0.66));
${inputs}
void main() {
    vec2 at = ${at};
    float r2 = dot(at, at);
    float r = sqrt(r2);
    float cover = u_smooth == 1.0 ? clamp((1.0 - r) / fwidth(r) + 0.5, 0.0, 1.0) : step(r, 1.0);
    if (cover == 0.0) discard;
    vec3 normal = vec3(at, sqrt(max(1.0 - r2, 0.0)));
    float light = dot(normal, kLight);
    float shine = max(2.0 * light * normal.z - kLight.z, 0.0);
    shine *= shine; shine *= shine; shine *= shine; shine *= shine;
    vec3 lit = ${paint} * (0.42 + 0.62 * max(light, 0.0) + 0.1 * normal.y) + 0.38 * shine;
    colour = vec4(mix(lit, u_haze, u_fade * v_haze), cover);
}`;

const kPointPlace = '(gl_PointCoord * vec2(2.0, -2.0) + vec2(-1.0, 1.0)) * v_at.x';

export class SphereDrawer {
    /** @param {WebGL2RenderingContext} gl @param {Float64Array} radii */
    constructor(gl, radii) {
        this.gl = gl;
        this.count = radii.length;
        this.largest = radii.reduce((a, b) => Math.max(a, b), 0);
        this.quads = new GlProgram(gl, quadVertex(), sphereFragment());
        this.points = new GlProgram(gl, kPointVertex, sphereFragment(kPointPlace));
        this.array = gl.createVertexArray();
        gl.bindVertexArray(this.array);
        this.centres = this.buffer(new Float32Array(3 * this.count));
        this.radii = this.buffer(Float32Array.from(radii));
        this.colours = this.buffer(new Uint8Array(4 * this.count));
    }

    /** @param {AllowSharedBufferSource} data */
    buffer(data) {
        const gl = this.gl, buffer = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
        return buffer;
    }

    /** Every `step`-th ball from this one on is drawn; `divisor` 1: an instance each, 0: a vertex each.
     *  @param {GlProgram} program @param {number} ball @param {number} step @param {number} divisor */
    beginWith(program, ball, step, divisor) {
        const gl = this.gl;
        /** @param {WebGLBuffer | null} buffer @param {string} name @param {number} size @param {number} type @param {number} bytes */
        const load = (buffer, name, size, type, bytes) => {
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            program.attribute(name, size, type, type !== gl.FLOAT, bytes * step, bytes * ball, divisor);
        };
        load(this.centres, 'a_centre', 3, gl.FLOAT, 12);
        load(this.radii, 'a_radius', 1, gl.FLOAT, 4);
        load(this.colours, 'a_colour', 4, gl.UNSIGNED_BYTE, 4);
    }

    /** Three single numbers for each ball. @param {Float32Array} centres */
    setCentres(centres) {
        this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.centres);
        this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, centres);
    }

    /** @param {Uint8Array} bytes */
    setColours(bytes) {
        this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.colours);
        this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, bytes);
    }

    /** `look` is {haze, fade, pixel, smooth}. @param {GlProgram} program @param {ShaderView} view @param {SphereLook} look */
    use(program, view, look) {
        const gl = this.gl;
        program.use(view);
        gl.uniform3fv(program.uniform('u_haze'), look.haze);
        for (const name of /** @type {const} */ (['fade', 'pixel', 'smooth'])) gl.uniform1f(program.uniform(`u_${name}`), look[name]);
        gl.bindVertexArray(this.array);
    }

    /** Every `step`-th ball. @param {ShaderView} view @param {SphereLook} look @param {number} step */
    drawQuads(view, look, step) {
        this.use(this.quads, view, look);
        this.beginWith(this.quads, 0, step, 1);
        this.gl.drawArraysInstanced(this.gl.TRIANGLE_STRIP, 0, 4, Math.ceil(this.count / step));
    }

    /** @param {ShaderView} view @param {SphereLook} look @param {number} step */
    drawPoints(view, look, step) {
        this.use(this.points, view, look);
        this.beginWith(this.points, 0, step, 0);
        this.gl.drawArrays(this.gl.POINTS, 0, Math.ceil(this.count / step));
    }

    /** These balls alone. @param {ShaderView} view @param {SphereLook} look @param {number[]} balls */
    drawOnly(view, look, balls) {
        this.use(this.quads, view, look);
        for (const ball of balls) {
            this.beginWith(this.quads, ball, 1, 1);
            this.gl.drawArraysInstanced(this.gl.TRIANGLE_STRIP, 0, 4, 1);
        }
    }
}
