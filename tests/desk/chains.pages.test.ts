// The desk's form for a network whose node is stuck: used by admins, read-only for others.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAtDesk } from '../kit/visitor'
import { openDeskSession } from '../kit/desk-sessions'
import { type StartedApp, startApp } from '../kit/miniflare'
import { serveRpc, stopServing } from '../funds/rpc-server'

let app: StartedApp
let ada: string, rita: string

beforeAll(async () => {
  // A new node: its newest block is number 45.
  const url = await serveRpc((method) =>
    method === 'eth_blockNumber' ? { result: '0x2d' } : { error: { code: -32_601, message: 'not asked for here' } },
  )
  const chains = { CHAIN_SOURCE: 'rpc', CHAIN_NODES: JSON.stringify({ ERC20: { url } }) }
  app = await startApp({ vars: chains })
  ada = await openDeskSession(app, 'ada', 'admin')
  rita = await openDeskSession(app, 'rita', 'reviewer')
}, 240_000)
afterAll(async () => {
  await app.stop()
  stopServing()
})

const cursor = async () =>
  (await app.miniflare.getD1Database('DB')).prepare('select position from chain_cursor').first()

/** Sets the chain reader to block 90, behind for this many minutes. */
async function setBack(minutes: number): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const since = Date.now() - minutes * 60_000
  await database.batch([
    database.prepare('delete from chain_cursor'),
    database
      .prepare(
        "insert into chain_cursor (network, position, read_at, behind_since, behind_by) values ('ERC20', '90', ?, ?, 45)",
      )
      .bind(Date.now(), since),
  ])
}
beforeEach(() => setBack(10))

test('Ada reads that the node is behind by 45 blocks and goes on from where it stands', async () => {
  const page = await openAtDesk(ada, app.url).open('/admin')
  expect(page.main).toContain('Blocks it lacks: 45')
  const answer = await page.press('Continue from the node’s block')
  expect(answer.text).toContain('Reading now continues from the node’s block.')
  expect(await cursor()).toEqual({ position: '45' })
  expect(answer.main).not.toContain('Blocks it lacks')
})

test('Rita reads it too and has no such button; late by a moment is not shown to anybody', async () => {
  const desk = openAtDesk(rita, app.url)
  const page = await desk.open('/admin')
  expect(page.main).toContain('Blocks it lacks: 45')
  expect(page.hasButton(/^Continue from/)).toBe(false)
  await setBack(1)
  expect((await desk.open('/admin')).main).not.toContain('Blocks it lacks')
})
