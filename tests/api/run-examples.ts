// Runs example programs as they are written, many in one process of their language. Each prints one JSON text.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** What each language is started with. The runner reads the programs from its input, and prints their outputs as one list. */
const RUNNERS = {
  curl: [
    process.execPath,
    '-e',
    `const { spawnSync } = require('node:child_process')
     const { programs, folder } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
     const outputs = programs.map(({ code, token }) => {
       const env = { ...process.env, CM_TOKEN: token }
       return spawnSync('sh', ['-c', code], { cwd: folder, env, encoding: 'utf8' })
     })
     console.log(JSON.stringify(outputs.map(({ stdout, stderr }) => stdout || stderr)))`,
  ],
  typescript: [
    process.execPath,
    '--input-type=module',
    '-e',
    `import { readFileSync, writeFileSync } from 'node:fs'
     const { programs, folder } = JSON.parse(readFileSync(0, 'utf8'))
     process.chdir(folder)
     const [outputs, print] = [[], console.log]
     for (const [index, { code, token }] of programs.entries()) {
       const lines = []
       console.log = (value) => lines.push(JSON.stringify(value))
       process.env.CM_TOKEN = token
       writeFileSync(\`\${folder}/\${index}.mts\`, code)
       await import(\`\${folder}/\${index}.mts\`).catch((failure) => lines.push(String(failure)))
       outputs.push(lines.join('\\n'))
     }
     print(JSON.stringify(outputs))`,
  ],
  python: [
    'python3',
    '-c',
    `
import contextlib, io, json, os, sys
sent = json.load(sys.stdin)
os.chdir(sent["folder"])
outputs = []
for program in sent["programs"]:
    os.environ["CM_TOKEN"] = program["token"]
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(program["code"], {})
    except Exception as failure:
        printed.write(repr(failure))
    outputs.append(printed.getvalue())
print(json.dumps(outputs))
`,
  ],
} as const

export type ExampleLanguage = keyof typeof RUNNERS
export const LANGUAGES = Object.keys(RUNNERS) as readonly ExampleLanguage[]

interface Program {
  readonly code: string
  /** For CM_TOKEN. */
  readonly token: string
}

/** Outputs in the order of the programs, which run in `folder` one after another. */
export async function runAll(
  language: ExampleLanguage,
  sent: { readonly programs: readonly Program[]; readonly folder: string },
): Promise<readonly string[]> {
  const [command, ...options] = RUNNERS[language]
  const runner = spawn(command, options, { stdio: ['pipe', 'pipe', 'inherit'] })
  runner.stdin.end(JSON.stringify(sent))
  const [printed] = await Promise.all([text(runner.stdout), once(runner, 'close')])
  return JSON.parse(printed) as readonly string[]
}
