// What the JavaScript package uses of Node.
declare module 'node:fs/promises' {
    export function readFile(file: URL): Promise<Uint8Array>;
}
