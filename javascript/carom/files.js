// Files in memory, and the system calls of WASI (snapshot preview 1) that Carom makes. There is no disk and no
// network: a recording is bytes that its owner asks for.

const OK = 0;
const BAD_DESCRIPTOR = 8;
const EXISTS = 20;
const INVALID = 28;
const MISSING = 44;

const DIRECTORY = 3;
const REGULAR_FILE = 4;
const ROOT = 3; // the descriptor that wasi-libc asks for folders

/** Bytes that grow. */
class Contents {
    bytes = new Uint8Array(1024);
    size = 0;
    written = 0; // times that it was written to, in place of a clock

    /** @param {number} inode */
    constructor(inode) {
        this.inode = inode;
    }

    /** @param {Uint8Array} from @param {number} at */
    write(from, at) {
        const end = at + from.length;
        if (end > this.bytes.length) {
            const more = new Uint8Array(Math.max(end, 2 * this.bytes.length));
            more.set(this.bytes.subarray(0, this.size));
            this.bytes = more;
        }
        this.bytes.set(from, at);
        this.size = Math.max(this.size, end);
        this.written += 1;
    }
}

export class Files {
    /** @type {Map<string, Contents>} */ #files = new Map();
    /** By their descriptors: files with the place where is read and written. @type {Map<number, {file: Contents, at: number}>} */
    #open = new Map();
    #inodes = 0;
    /** @type {() => WebAssembly.Memory} */ #memory = () => { throw new Error("no instance has these files yet"); };

    /** A copy of a file's bytes; undefined when there is none. @param {string} name */
    read(name) {
        const file = this.#files.get(name);
        return file && file.bytes.slice(0, file.size);
    }

    /** The same of a file that is there. @param {string} name */
    bytesOf(name) {
        const bytes = this.read(name);
        if (bytes === undefined) throw new Error(`there is no file ${name}`);
        return bytes;
    }

    /** @param {string} name @param {Uint8Array} bytes */
    write(name, bytes) {
        const file = new Contents(++this.#inodes);
        file.write(bytes, 0);
        this.#files.set(name, file);
    }

    /** @param {string} name */
    remove(name) {
        this.#files.delete(name);
    }

    /** What a module imports. `memory()` is that of its instance. @param {() => WebAssembly.Memory} memory */
    imports(memory) {
        this.#memory = memory;
        /** @type {Record<string, (...given: any[]) => any>} */
        const calls = {};
        for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Files.prototype))) {
            if (/^(fd|path|environ|proc)_/.test(name)) calls[name] = value.bind(this);
        }
        return calls;
    }

    /** @param {number} count @param {number} size */
    environ_sizes_get(count, size) {
        this.#view().setUint32(count, 0, true);
        this.#view().setUint32(size, 0, true);
        return OK;
    }

    environ_get() {
        return OK;
    }

    /** @param {number} descriptor @param {number} to */
    fd_prestat_get(descriptor, to) {
        if (descriptor !== ROOT) return BAD_DESCRIPTOR;
        this.#view().setUint32(to, 0, true);
        this.#view().setUint32(to + 4, 1, true);
        return OK;
    }

    /** @param {number} descriptor @param {number} to */
    fd_prestat_dir_name(descriptor, to) {
        if (descriptor !== ROOT) return BAD_DESCRIPTOR;
        this.#view().setUint8(to, "/".charCodeAt(0));
        return OK;
    }

    /** @param {number} descriptor @param {number} to */
    fd_fdstat_get(descriptor, to) {
        if (descriptor !== ROOT && !this.#open.has(descriptor)) return BAD_DESCRIPTOR;
        const view = this.#view();
        view.setUint32(to, descriptor === ROOT ? DIRECTORY : REGULAR_FILE, true);
        view.setUint32(to + 4, 0, true);
        view.setBigUint64(to + 8, ~0n, true);
        view.setBigUint64(to + 16, ~0n, true);
        return OK;
    }

    /** Nothing waits here, so what a file does about that means nothing. @param {number} descriptor */
    fd_fdstat_set_flags(descriptor) {
        return this.#open.has(descriptor) ? OK : BAD_DESCRIPTOR;
    }

    /** @param {number} _folder @param {number} _follow @param {number} path @param {number} length @param {number} flags
     *  @param {bigint} _rights @param {bigint} _inherited @param {number} _mode @param {number} to */
    path_open(_folder, _follow, path, length, flags, _rights, _inherited, _mode, to) {
        const [creates, asDirectory, alone, empties] = [1, 2, 4, 8].map((flag) => (flags & flag) !== 0);
        const name = this.#text(path, length);
        let file = this.#files.get(name);
        if (asDirectory) return MISSING;
        if (file && alone) return EXISTS;
        if (!file) {
            if (!creates) return MISSING;
            file = new Contents(++this.#inodes);
            this.#files.set(name, file);
        }
        if (empties) file.size = 0;
        let descriptor = ROOT + 1;
        while (this.#open.has(descriptor)) ++descriptor;
        this.#open.set(descriptor, { file, at: 0 });
        this.#view().setUint32(to, descriptor, true);
        return OK;
    }

    /** @param {number} descriptor */
    fd_close(descriptor) {
        return this.#open.delete(descriptor) ? OK : BAD_DESCRIPTOR;
    }

    /** @param {number} descriptor */
    fd_sync(descriptor) {
        return this.#open.has(descriptor) ? OK : BAD_DESCRIPTOR;
    }

    /** @param {number} descriptor @param {bigint} offset @param {number} whence @param {number} to */
    fd_seek(descriptor, offset, whence, to) {
        const open = this.#open.get(descriptor);
        if (!open) return BAD_DESCRIPTOR;
        const at = Number(offset) + [0, open.at, open.file.size][whence];
        if (!(at >= 0)) return INVALID;
        open.at = at;
        this.#view().setBigUint64(to, BigInt(at), true);
        return OK;
    }

    /** @param {number} descriptor @param {number} parts @param {number} count @param {number} to */
    fd_read(descriptor, parts, count, to) {
        const open = this.#open.get(descriptor);
        if (!open) return BAD_DESCRIPTOR;
        open.at += this.#read(open.file, open.at, parts, count, to);
        return OK;
    }

    /** @param {number} descriptor @param {number} parts @param {number} count @param {bigint} offset @param {number} to */
    fd_pread(descriptor, parts, count, offset, to) {
        const open = this.#open.get(descriptor);
        if (!open) return BAD_DESCRIPTOR;
        this.#read(open.file, Number(offset), parts, count, to);
        return OK;
    }

    /** @param {number} descriptor @param {number} parts @param {number} count @param {number} to */
    fd_write(descriptor, parts, count, to) {
        const open = this.#open.get(descriptor);
        let total = 0;
        for (const part of this.#parts(parts, count)) {
            // Standard output and standard error go nowhere.
            if (open) open.file.write(part, open.at + total);
            total += part.length;
        }
        if (open) open.at += total;
        this.#view().setUint32(to, total, true);
        return open || descriptor < ROOT ? OK : BAD_DESCRIPTOR;
    }

    /** @param {number} descriptor @param {number} to */
    fd_filestat_get(descriptor, to) {
        const open = this.#open.get(descriptor);
        return open ? this.#status(open.file, to) : BAD_DESCRIPTOR;
    }

    /** @param {number} _folder @param {number} _follow @param {number} path @param {number} length @param {number} to */
    path_filestat_get(_folder, _follow, path, length, to) {
        const file = this.#files.get(this.#text(path, length));
        return file ? this.#status(file, to) : MISSING;
    }

    /** @param {number} _folder @param {number} from @param {number} fromLength @param {number} _other @param {number} to
     *  @param {number} toLength */
    path_rename(_folder, from, fromLength, _other, to, toLength) {
        const name = this.#text(from, fromLength);
        const file = this.#files.get(name);
        if (!file) return MISSING;
        this.#files.delete(name);
        this.#files.set(this.#text(to, toLength), file);
        return OK;
    }

    /** @param {number} _folder @param {number} path @param {number} length */
    path_unlink_file(_folder, path, length) {
        return this.#files.delete(this.#text(path, length)) ? OK : MISSING;
    }

    /** @param {number} code */
    proc_exit(code) {
        throw new Error(`carom.wasm ended with ${code}`);
    }

    #view() {
        return new DataView(this.#memory().buffer);
    }

    /** @param {number} at @param {number} length */
    #text(at, length) {
        return new TextDecoder().decode(new Uint8Array(this.#memory().buffer, at, length)).replace(/^\//, "");
    }

    /** @param {number} at @param {number} count */
    #parts(at, count) {
        const view = this.#view();
        return Array.from({ length: count }, (_, k) => {
            const part = at + 8 * k;
            return new Uint8Array(view.buffer, view.getUint32(part, true), view.getUint32(part + 4, true));
        });
    }

    /** @param {Contents} file @param {number} offset @param {number} parts @param {number} count @param {number} to */
    #read(file, offset, parts, count, to) {
        let at = offset;
        for (const part of this.#parts(parts, count)) {
            const piece = file.bytes.subarray(Math.min(at, file.size), Math.min(at + part.length, file.size));
            part.set(piece);
            at += piece.length;
        }
        this.#view().setUint32(to, at - offset, true);
        return at - offset;
    }

    /** @param {Contents} file @param {number} to */
    #status(file, to) {
        const view = this.#view();
        view.setBigUint64(to, 1n, true); // device
        view.setBigUint64(to + 8, BigInt(file.inode), true);
        view.setBigUint64(to + 16, BigInt(REGULAR_FILE), true);
        view.setBigUint64(to + 24, 1n, true); // names
        view.setBigUint64(to + 32, BigInt(file.size), true);
        for (const time of [40, 48, 56]) view.setBigUint64(to + time, BigInt(file.written), true);
        return OK;
    }
}
