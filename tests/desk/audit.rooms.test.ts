// The desk's log: in one order however many write at once, never edited, and every way of tampering is found.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { FIRST_HASH, auditText, compareMark, parseMark } from '#domain/desk/audit'
import { mailAuditHead } from '#services/desk/audit-mail'
import { readAudit, verifyAudit, writeAudited } from '#services/desk/audit'
import { logExport } from '#services/desk/looks'
import { NOON, codeOf, commandId, firstAdmin, hire, sha256, valueOf } from './office'

const entry = (target: string, id = commandId()) =>
  ({ staffId: 7, action: 'row_changed', target, facts: { to: target }, commandId: id, at: NOON }) as const

const lines = async () => (await readAudit(env, {}, { page: 1, limit: 100 })).rows.reverse()

beforeAll(async () => {
  for (const name of ['one', 'two', 'three']) valueOf(await writeAudited(env, entry(name), { statements: [] }))
})

describe('the log', () => {
  it('numbers its lines, chains each to the one before, and is sound', async () => {
    const [first, second] = await lines()
    expect(first).toMatchObject({ seq: 1, previousHash: FIRST_HASH, target: 'one' })
    expect(second).toMatchObject({ seq: 2, previousHash: first?.hash })
    expect(await verifyAudit(env)).toMatchObject({ lines: 3, broken: null })
  })

  it('takes what six people do at the same moment in one order, each once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const written = await Promise.all(names.map((name) => writeAudited(env, entry(name), { statements: [] })))
    expect(written.map(codeOf)).toEqual(names.map(() => 'ok'))
    const check = await verifyAudit(env)
    expect(check).toMatchObject({ lines: 9, broken: null })
    expect(
      (await lines())
        .slice(3)
        .map(({ target }) => target)
        .sort(),
    ).toEqual(names)
  })

  it('writes a command once, however often it comes, and refuses its id for anything else', async () => {
    const id = commandId()
    const twice = await Promise.all([
      writeAudited(env, entry('x', id), { statements: [] }),
      writeAudited(env, entry('x', id), { statements: [] }),
    ])
    expect(twice.map(codeOf)).toEqual(['ok', 'ok'])
    expect(valueOf(await writeAudited(env, entry('x', id), { statements: [] })).isRepeated).toBe(true)
    expect(codeOf(await writeAudited(env, entry('y', id), { statements: [] }))).toBe('command_id_reused')
    const other = { ...entry('x', id), facts: { to: 'z' } }
    expect(codeOf(await writeAudited(env, other, { statements: [] }))).toBe('command_id_reused')
    expect((await lines()).filter(({ commandId: written }) => written === id)).toHaveLength(1)
    expect(codeOf(await writeAudited(env, entry('x', 'no spaces please'), { statements: [] }))).toBe(
      'command_id_malformed',
    )
  })

  it('knows what the system did by its id alone, however it is told by then', async () => {
    const own = { ...entry('mail', `resolved:${commandId()}`), staffId: null }
    expect(codeOf(await writeAudited(env, own, { statements: [] }))).toBe('ok')
    expect(valueOf(await writeAudited(env, { ...own, facts: { to: 'z' } }, { statements: [] })).isRepeated).toBe(true)
  })

  it('takes every entry while sixty files are taken away at once', async () => {
    const rita = {
      id: 9,
      email: 'rita@cm.example',
      name: 'Rita',
      role: 'reviewer',
      sessionHash: '',
      enteredAt: NOON,
    } as const
    const taken = { list: 'users', userId: null, filter: '', at: NOON }
    const files = Array.from({ length: 60 }, () => logExport(env, rita, taken))
    const entries = ['p', 'q', 'r', 's', 't'].map((name) => writeAudited(env, entry(name), { statements: [] }))
    expect((await Promise.all(entries)).map(codeOf)).toEqual(entries.map(() => 'ok'))
    // A file that found no place is refused in words, and nothing failed.
    const codes = (await Promise.all(files)).map(codeOf)
    expect(codes.filter((code) => code !== 'ok' && code !== 'log_busy')).toEqual([])
    expect((await verifyAudit(env)).broken).toBeNull()
  })

  it('that others write in all the time refuses, and has nothing of it', async () => {
    const failing = () => Promise.reject(new Error('D1_ERROR: UNIQUE constraint failed: audit_entry.seq'))
    const DB = new Proxy(env.DB, {
      get: (db, name: keyof D1Database) => (name === 'batch' ? failing : (db[name] as () => unknown).bind(db)),
    })
    const before = (await lines()).length
    const retries = { tries: 3, pauseMax: 1 }
    expect(codeOf(await writeAudited({ DB }, entry('u'), { statements: [], retries }))).toBe('log_busy')
    expect(await lines()).toHaveLength(before)
  })

  it('has no line of what did not happen', async () => {
    const before = (await lines()).length
    expect(codeOf(await writeAudited(env, entry('never'), { precondition: sql`0`, statements: [] }))).toBe(
      'precondition_failed',
    )
    expect(await lines()).toHaveLength(before)
  })

  it('is never edited or shortened: the store itself refuses', async () => {
    await expect(env.DB.prepare("update audit_entry set target = 'z' where seq = 2").run()).rejects.toThrow(
      'never edited',
    )
    await expect(env.DB.prepare('delete from audit_entry where seq = 2').run()).rejects.toThrow('never edited')
    const columns = 'at, staff_id, action, target, facts'
    for (const [seq, id] of [
      ['2', "'another-command'"],
      ['1000', 'command_id'],
    ])
      await expect(
        env.DB.prepare(
          `insert or replace into audit_entry (seq, ${columns}, command_id, previous_hash, hash)
           select ${seq}, ${columns}, ${id}, previous_hash, hash from audit_entry where seq = 2`,
        ).run(),
      ).rejects.toThrow('never edited')
    expect((await verifyAudit(env)).broken).toBeNull()
  })
})

describe('somebody who holds the database and drops the triggers', () => {
  beforeAll(async () => {
    await env.DB.batch(['edited', 'deleted'].map((name) => env.DB.prepare(`drop trigger audit_entry_never_${name}`)))
  })

  it.each([
    ['changes what a line says', "update audit_entry set target = 'z' where seq = 2", { seq: 2, kind: 'content' }],
    ['changes who did it', 'update audit_entry set staff_id = 8 where seq = 3', { seq: 3, kind: 'content' }],
    ['moves a line in time', 'update audit_entry set at = at - 1 where seq = 4', { seq: 4, kind: 'content' }],
    ['takes a line out', 'delete from audit_entry where seq = 5', { seq: 6, kind: 'gap' }],
    ['writes a new start', "update audit_entry set previous_hash = 'x' where seq = 1", { seq: 1, kind: 'link' }],
  ])('%s, and is found', async (_, statement, broken) => {
    const kept = await env.DB.prepare('select * from audit_entry order by seq').all<Record<string, string>>()
    await env.DB.prepare(statement).run()
    expect((await verifyAudit(env)).broken).toEqual(broken)
    // Restores the log for the next test.
    await env.DB.prepare('delete from audit_entry').run()
    await env.DB.batch(
      kept.results.map((row) =>
        env.DB.prepare(`insert into audit_entry (${Object.keys(row).join()}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`).bind(
          ...Object.values(row),
        ),
      ),
    )
    expect((await verifyAudit(env)).broken).toBeNull()
  })
})

describe('the mail of each day to admins', () => {
  const DAY_MS = 86_400_000
  const mails = async () =>
    (
      await env.DB.prepare("select target, body from outbox_message where body like '%--mark%' order by id").all<
        Record<'target' | 'body', string>
      >()
    ).results
  const markOf = (body = '') => parseMark(/--mark (\S+)$/.exec(body)?.[1] ?? '')
  const hashAt = (seq = 0) =>
    env.DB.prepare('select hash from audit_entry where seq = ?').bind(seq).first<string>('hash')

  it('has number and hash of the last line, goes to each admin at work, and comes once a day', async () => {
    const ada = await firstAdmin('ada@cm.example')
    await hire(ada.member, 'Rita', 'reviewer')
    const last = (await lines()).at(-1)
    for (const at of [NOON, NOON + 60_000, NOON + DAY_MS / 3]) await mailAuditHead(env, at)
    expect((await mails()).map(({ target }) => target)).toEqual(['ada@cm.example', 'otto@cm.example'])
    expect(markOf((await mails())[0]?.body)).toEqual({ seq: last?.seq, hash: last?.hash })
    await mailAuditHead(env, NOON + DAY_MS)
    expect(await mails()).toHaveLength(4)
  })

  it('shows a chain that was computed anew and an end that was cut off, which are sound in themselves', async () => {
    const mark = markOf((await mails())[0]?.body)
    if (!mark) throw new Error('no mark was mailed')
    expect(compareMark(mark, await hashAt(mark.seq))).toBeNull()

    let previousHash = FIRST_HASH
    for (const line of await lines()) {
      const changed = { ...line, facts: line.seq === 2 ? '{"to":"another"}' : line.facts, previousHash }
      previousHash = sha256(auditText(changed))
      await env.DB.prepare('update audit_entry set facts = ?, previous_hash = ?, hash = ? where seq = ?')
        .bind(changed.facts, changed.previousHash, previousHash, line.seq)
        .run()
    }
    expect((await verifyAudit(env)).broken).toBeNull()
    expect(compareMark(mark, await hashAt(mark.seq))).toBe('rewritten')

    await env.DB.prepare('delete from audit_entry where seq >= ?').bind(mark.seq).run()
    expect((await verifyAudit(env)).broken).toBeNull()
    expect(compareMark(mark, await hashAt(mark.seq))).toBe('cut')
  })

  it.each(['', '12', '12:abc', `0:${FIRST_HASH}`, `12:${FIRST_HASH}a`])('has no mark like "%s"', (text) => {
    expect(parseMark(text)).toBeNull()
  })
})
