// What a site answers carries out nothing in the terminal of the command line.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('characters that a terminal carries out are escaped, and the JSON says the same', async () => {
  const summary = 'a\u001b[2J b\u009b31m c\u007f d\u202e e\u2066 f価格'
  const operation = { operationId: 'get_v1_time', summary, security: [], parameters: [] }
  const document = JSON.stringify({ paths: { '/v1/time': { get: operation } } })
  const server = createServer((_asked, answer) => void answer.end(document)).listen(0, '127.0.0.1')
  const home = mkdtempSync(join(tmpdir(), 'cm-cli-'))
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const parts = ['clients/cli/cm.mjs', 'operations', '--site', `http://127.0.0.1:${port}`]
    const env = { ...process.env, XDG_CONFIG_HOME: home }
    const { stdout } = await promisify(execFile)(process.execPath, parts, { env })
    expect(stdout).toMatch(/^[\n -~価格]+$/)
    expect(JSON.parse(stdout)).toEqual([{ id: 'get_v1_time', summary, scope: null }])
  } finally {
    server.close()
    rmSync(home, { recursive: true })
  }
})
