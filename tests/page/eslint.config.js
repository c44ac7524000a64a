// The rules that tools/check_page holds the script of the viewer page to, and its tests.
import {createRequire} from 'node:module';

const js = createRequire(process.argv[1])('@eslint/js');  // the one that ESLint itself brings

const everywhere = ['Blob', 'CompressionStream', 'DecompressionStream', 'Response', 'TextDecoder', 'TextEncoder', 'URLSearchParams', 'WebAssembly', 'atob',
    'btoa', 'clearTimeout', 'console', 'performance', 'setTimeout'];
const inBrowser = ['AudioContext', 'Element', 'HTMLElement', 'HTMLInputElement', 'Option', 'Path2D', 'ResizeObserver', 'URL', 'document', 'getComputedStyle', 'history', 'location', 'matchMedia',
    'navigator', 'requestAnimationFrame', 'window'];
const inNode = ['Buffer', 'Event', 'EventTarget', 'URL', 'process'];

/** The parts of the page that know a browser; all others also run in Node, where tests/page asks them. */
const browserParts = ['chart_library', 'charts', 'controls', 'downloads', 'draw_pool_balls', 'draw_space', 'draw_table', 'element',
    'event_list', 'legend', 'main', 'movie', 'picture', 'play/aim_fields', 'play/calls', 'play/comparison', 'play/cue_ball', 'play/game_by_rules', 'play/link', 'play/messages',
    'play/number_fields', 'play/physics', 'play/play_mode', 'play/scene_mode', 'play/shot_link', 'play/sounds', 'play/table_choice', 'save', 'theme', 'view'];

const readable = names => ({globals: Object.fromEntries(names.map(name => [name, 'readonly']))});

const rules = {
    ...js.configs.recommended.rules,
    // What misleads.
    'array-callback-return': 'error',
    'consistent-return': 'error',
    'default-param-last': 'error',
    'eqeqeq': 'error',
    'no-constructor-return': 'error',
    'no-duplicate-imports': 'error',
    'no-implicit-coercion': 'error',
    'no-param-reassign': 'error',
    'no-self-compare': 'error',
    'no-shadow': 'error',
    'no-template-curly-in-string': 'error',
    'no-throw-literal': 'error',
    'no-unmodified-loop-condition': 'error',
    'no-unused-expressions': 'error',
    'no-use-before-define': ['error', {functions: false}],
    'require-atomic-updates': 'error',
    // What the page's content security policy or strict reading forbids.
    'no-eval': 'error',
    'no-implied-eval': 'error',
    'no-new-func': 'error',
    // One way to write it.
    'dot-notation': 'error',
    'no-else-return': 'error',
    'no-lonely-if': 'error',
    'no-unneeded-ternary': 'error',
    'no-useless-computed-key': 'error',
    'no-useless-concat': 'error',
    'no-useless-rename': 'error',
    'no-useless-return': 'error',
    'no-var': 'error',
    'object-shorthand': 'error',
    'operator-assignment': 'error',
    'prefer-arrow-callback': 'error',
    'prefer-const': 'error',
    'prefer-exponentiation-operator': 'error',
    'prefer-object-spread': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    // CONTRIBUTING.md.
    'max-lines': ['error', 400],
    'max-lines-per-function': ['error', 40],
};

export default [
    {
        files: ['src/view/page/**/*.js', 'tests/page/*.js'],
        linterOptions: {reportUnusedDisableDirectives: 'error'},
        languageOptions: {ecmaVersion: 2022, sourceType: 'module', ...readable(everywhere)},
        rules,
    },
    {files: browserParts.map(part => `src/view/page/${part}.js`), languageOptions: readable(inBrowser)},
    {files: ['tests/page/*.js'], languageOptions: readable(inNode)},
];
