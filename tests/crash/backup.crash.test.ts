// The commands of backup and restore as processes that are killed: what they leave says what it is, nobody is served by half a site, and
// the same command once more does all of it.

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { again } from '../../scripts/lib/again.mjs'
import { callAccountAsSystem } from '#services/account-room'
import { LONG } from '../kit/long'
import { type SpawnedApp, type StartedApp, spawnApp } from '../kit/miniflare'
import { testVariables } from '../kit/variables'
import { bindingsOf, expectConserved, inApp, middlePrice } from './lives'
import { registerUser } from './traders'

const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'cm-killed-'))
const [source, target] = [join(folder, 'source'), join(folder, 'target')]
const file = join(folder, 'site.cmbackup')
const SPENDERS = 4

/** A call after which the command is killed: the site has done it, and the command has not heard. */
interface KillPoint {
  readonly path: string
  readonly nth: number
}
const at = (path: string, nth = 1): KillPoint => ({ path, nth })

const BACKUP_KILLS = [
  at('/rooms', 3),
  ...(LONG ? [at('/start'), at('/list', 2), at('/directory'), at('/resume'), at('/uploads'), at('/upload', 2)] : []),
  ...(LONG ? [at('/end')] : []),
]
const RESTORE_KILLS = [
  ...(LONG ? [at('/restore/start'), at('/restore/rooms'), at('/restore/rooms', 2), at('/restore/upload')] : []),
  ...(LONG ? [at('/restore/directory'), at('/restore/end')] : []),
  at('/restore/wake'),
]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  readonly said: string
}

/** One of the operators' commands. */
function start(
  command: string,
  args: readonly string[],
): { readonly child: ChildProcess; readonly end: Promise<Ended> } {
  const { BACKUP_TOKEN = '' } = testVariables()
  const child = spawn(process.execPath, [`scripts/${command}.mjs`, ...args], {
    cwd: ROOT,
    env: { ...process.env, BACKUP_TOKEN },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const end = Promise.all([code, text(child.stdout), text(child.stderr)]).then(([ended, said, failed]) => ({
    code: ended,
    said: said + failed,
  }))
  return { child, end }
}
const run = (command: string, ...args: string[]): Promise<Ended> => start(command, args).end

/** Runs the command against the site, and kills it at the point. */
async function runUntil({ path, nth }: KillPoint, url: string, command: string): Promise<void> {
  let calls = 0
  let kill = (): void => undefined
  const door = await openDoor(url, (called) => {
    if (called === `/operator/backup${path}`) calls += 1
    if (calls === nth) kill()
    return calls < nth
  })
  try {
    const { child, end } = start(command, [file, '--url', door.url])
    kill = () => void child.kill('SIGKILL')
    expect(await end, `${command} killed at ${path} ${nth}`).toMatchObject({ code: null })
  } finally {
    door.server.close()
  }
}

/** Ctrl-C once the site has done the call and the command has heard of it. */
async function stopAt(path: string, url: string): Promise<Ended> {
  let stop = (): void => undefined
  const door = await openDoor(url, (called) => {
    if (called === `/operator/backup${path}`) stop()
    return true
  })
  try {
    const { child, end } = start('backup', [file, '--url', door.url])
    stop = () => void child.kill('SIGINT')
    return await end
  } finally {
    door.server.close()
  }
}

/** A way to the site on which every call is seen once the site has done it; false keeps the answer back. */
async function openDoor(url: string, seen: (path: string) => boolean): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const pass = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { method = 'GET', headers } = request
      const body = Buffer.concat(chunks)
      const answer = await fetch(url + request.url, {
        method,
        headers: { Authorization: headers.authorization ?? '', 'Content-Type': headers['content-type'] ?? '' },
        ...(method !== 'GET' && { body }),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (!seen(new URL(request.url ?? '/', url).pathname)) return response.destroy()
      const type = answer.headers.get('Content-Type') ?? ''
      return response.writeHead(answer.status, { 'Content-Type': type }).end(bytes)
    }
    pass().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function withApp<Result>(persistDir: string, work: (app: SpawnedApp) => Promise<Result>): Promise<Result> {
  const app = await spawnApp({ persistDir, isPrepared: true, log: join(folder, 'app.log') })
  try {
    return await work(app)
  } finally {
    await app.kill()
  }
}

interface Spender {
  readonly userId: number
  readonly token: string
}
/** An order that trades at once. */
const order = async (url: string, { token }: Spender) => {
  const price = String(Math.floor(1.02 * (await middlePrice(url))))
  const form = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: '0.01' }
  const answer = await fetch(`${url}/api/v1/order`, {
    method: 'POST',
    headers: { Authorization: token, 'Idempotency-Key': crypto.randomUUID() },
    body: new URLSearchParams(form),
  })
  return answer.json<{ readonly type: string; readonly message: unknown }>()
}

/** Books of every account, once nothing is under way to them. */
async function booksOf(app: StartedApp, userIds: readonly number[]): Promise<unknown[]> {
  await expectConserved(app, userIds)
  const env = await bindingsOf(app)
  const books: unknown[] = []
  for (const userId of userIds) books.push(await again(() => callAccountAsSystem(env, userId, { type: 'verify' })))
  return books
}

let spenders: readonly Spender[] = []
const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

test('a backup that is killed leaves nothing that looks whole, and the next one is good', async () => {
  await inApp({ persistDir: source }, async (app) => {
    for (let no = 0; no < SPENDERS; no += 1) spenders = [...spenders, await registerUser(app, `spender-${no}`)]
    for (const spender of spenders) expect(await order(app.url, spender)).toMatchObject({ type: 'ok' })
    const uploads = await app.miniflare.getR2Bucket('UPLOADS')
    await uploads.put('picture/one', Buffer.alloc(2_500_000, 7))
  })
  await withApp(source, async ({ url }) => {
    for (const point of BACKUP_KILLS) {
      const old = existsSync(file) ? hashOf(file) : null
      await runUntil(point, url, 'backup')
      const part = await run('backup-check', `${file}.part`)
      expect(part).toMatchObject({ code: 1 })
      expect(part.said).toMatch(/ends after .+, before its end|is cut off|is damaged/)
      // Under its own name there is the one of before, or none.
      const whole = await run('backup-check', file)
      expect([whole.code, existsSync(file) ? hashOf(file) : null]).toEqual([old === null ? 1 : 0, old])
      expect(whole.said).toMatch(old === null ? /no such file/ : /is whole/)

      expect(await run('backup', file, '--url', url)).toMatchObject({ code: 0 })
      const good = await run('backup-check', file)
      expect(good).toMatchObject({ code: 0 })
      expect(existsSync(`${file}.part`)).toBe(false)
      // The site goes on.
      expect(await order(url, spenders[0] as Spender)).toMatchObject({ type: 'ok' })
    }

    const old = hashOf(file)
    const stopped = await stopAt('/directory', url)
    expect(stopped).toMatchObject({ code: 1 })
    expect(stopped.said).toContain('Stopped: no backup was made, and the site goes on')
    // Without waiting for the pause to run out.
    expect(await order(url, spenders[0] as Spender)).toMatchObject({ type: 'ok' })

    // Another one is at work: this process stands for it.
    writeFileSync(`${file}.part.pid`, String(process.pid))
    const second = await run('backup', file, '--url', url)
    expect(second).toMatchObject({ code: 1 })
    expect(second.said).toContain('Another backup is being written')
    rmSync(`${file}.part.pid`)
    expect(hashOf(file)).toBe(old)
    expect(await run('backup', file, '--url', url)).toMatchObject({ code: 0 })
  })
})

test('a restore that is killed, and its site too, leaves a closed site that says so, and the next one makes it whole', async () => {
  const userIds = spenders.map(({ userId }) => userId)
  const before = await inApp({ persistDir: source, isPrepared: true }, (app) => booksOf(app, userIds))
  // As a new installation is: tables, and nobody.
  await inApp({ persistDir: target }, async ({ miniflare }) => {
    await (await miniflare.getD1Database('DB')).prepare('DELETE FROM user').run()
  })
  for (const point of RESTORE_KILLS) {
    await withApp(target, async ({ url }) => {
      await runUntil(point, url, 'restore')
      await expectClosed(url)
    })
    // After the power failure it is as closed.
    await withApp(target, ({ url }) => expectClosed(url))
  }
  await withApp(target, async ({ url }) => {
    expect(await run('restore', file, '--url', url)).toMatchObject({ code: 0 })
    expect((await fetch(`${url}/login`)).status).toBe(200)
    // Now it is somebody's.
    expect((await run('restore', file, '--url', url)).said).toContain('the site is not empty')
  })
  await inApp({ persistDir: target, isPrepared: true }, async (app) => {
    expect(await booksOf(app, userIds)).toEqual(before)
    expect((await expectConserved(app, userIds)).rows.length).toBeGreaterThan(0)
    const uploads = await app.miniflare.getR2Bucket('UPLOADS')
    const upload = await again(async () => (await uploads.get('picture/one'))?.arrayBuffer())
    expect(Buffer.from(upload ?? new ArrayBuffer(0))).toEqual(Buffer.alloc(2_500_000, 7))
  })
})

/** Pages, API and sockets answer that the site is closed; the commands say what to do. */
async function expectClosed(url: string): Promise<void> {
  for (const path of ['/', '/login', '/api/v1/quotes', '/parties/market/BTC-USDT/poll?after=0']) {
    const answer = await fetch(url + path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 503, expect.stringContaining('npm run restore')])
  }
  expect(await (await fetch(`${url}/health`)).text()).toBe('ok')
  const doctor = await run('doctor', '--url', url)
  expect(doctor).toMatchObject({ code: 1 })
  expect(doctor.said).toMatch(/A restore is under way or was broken off[^]*npm run restore/)
  const backup = await run('backup', `${file}.no`, '--url', url)
  expect(backup).toMatchObject({ code: 1 })
  expect(backup.said).toContain('a restore is under way or was broken off: npm run restore ends it')
}
