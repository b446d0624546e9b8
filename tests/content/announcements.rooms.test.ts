// Which announcements count as unread: those published since the reader registered, until they are opened.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time'
import { listAnnouncements, noteOpened, readOpened } from '#services/announcements'
import { NEWS_CATEGORIES } from '#services/content'
import { openSession } from '#services/identity/entry'
import { join, seed } from '../api/client'

beforeAll(() => seed())

async function sessionOf(userId: number) {
  const opened = await openSession(env, { userId, device: 'a test', kind: 'api' })
  if (!opened.ok) throw new Error(opened.refusal.code)
  return { userId, sessionId: opened.value.sessionId }
}

const list = (reader: { readonly userId: number; readonly sessionId: string } | null) =>
  listAnnouncements(env, { page: 1, limit: 50, language: 'en' }, reader && readOpened(env, reader))

test('what was published before a registration is read, what comes later is unread until it is opened anywhere', async () => {
  const { userId } = await join('reader-of-news')
  const [phone, desk] = [await sessionOf(userId), await sessionOf(userId)]
  const before = await list(phone)
  expect(before.rows.length).toBeGreaterThan(3)
  expect(before.unread).toBe(0)
  expect(before.rows.map(({ isRead }) => isRead)).not.toContain(false)

  const newest = before.rows[0]?.id ?? 0
  await env.DB.prepare('update news set published_at = ? where id = ? and category_id = ?')
    .bind(Date.now() + HOUR_MS, newest, NEWS_CATEGORIES.news)
    .run()
  const after = await list(phone)
  expect(after.unread).toBe(1)
  expect(after.rows.find(({ id }) => id === newest)?.isRead).toBe(false)

  await noteOpened(env, phone, newest)
  expect((await list(desk)).unread).toBe(0)
})

test('a guest’s marks are unknown here', async () => {
  const { rows, unread } = await list(null)
  expect(unread).toBeNull()
  expect(rows.every(({ isRead }) => isRead === null)).toBe(true)
})
