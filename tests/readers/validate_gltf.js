// validate_gltf FILE: the verdict of Khronos' glTF-Validator. Exit status 1 for any error or warning.
'use strict';
const fs = require('fs');
const validator = require('gltf-validator');

async function main([file]) {
    const {issues} = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {uri: file});
    for (const {severity, code, message, pointer} of issues.messages)
        console.log(`${['error', 'warning', 'information', 'hint'][severity]} ${code} ${pointer}: ${message}`);
    return issues.numErrors + issues.numWarnings > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then(status => { process.exitCode = status; });
