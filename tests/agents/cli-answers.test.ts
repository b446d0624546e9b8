// What a site answers carries out nothing in the terminal of the command line, and none of it stops the command without JSON.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** `cm operations` at a site with this document. */
async function operations(document: unknown): Promise<{ readonly exit: unknown; readonly out: string }> {
  const server = createServer((_asked, answer) => void answer.end(JSON.stringify(document))).listen(0, '127.0.0.1')
  const home = mkdtempSync(join(tmpdir(), 'cm-cli-'))
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const parts = ['clients/cli/cm.mjs', 'operations', '--site', `http://127.0.0.1:${port}`]
    const env = { ...process.env, XDG_CONFIG_HOME: home }
    return await new Promise((resolve) => {
      execFile(process.execPath, parts, { env }, (failure, out) => resolve({ exit: failure?.code ?? 0, out }))
    })
  } finally {
    server.close()
    rmSync(home, { recursive: true })
  }
}

test('characters that a terminal carries out are escaped, and the JSON says the same', async () => {
  const summary = 'a\u001b[2J b\u009b31m c\u007f d\u202e e\u2066 f価格'
  const get = { operationId: 'get_v1_time', summary, security: [], parameters: [] }
  const { exit, out } = await operations({ paths: { '/v1/time': { get } } })
  expect(exit).toBe(0)
  expect(out).toMatch(/^[\n -~価格]+$/)
  expect(JSON.parse(out)).toEqual([{ id: 'get_v1_time', summary, scope: null }])
})

test.each([
  { paths: { '/v1/time': null } },
  { paths: { '/v1/time': { get: { operationId: 'get_v1_time' } } } },
  { paths: { '/v1/time': { get: { security: [], requestBody: {} } } } },
])('%j is no document', async (document) => {
  const { exit, out } = await operations(document)
  expect(exit).toBe(3)
  expect(JSON.parse(out)).toMatchObject({ code: 'answer_malformed' })
})
