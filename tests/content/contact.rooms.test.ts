// The contact form is only open with a support mailbox.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { isSupportOpen, writeToSupport } from '#services/support'
import { seed } from '../api/client'

beforeAll(seed)

const deployed = { ...env, DB: env.DB, ENVIRONMENT: 'production' } as unknown as Env
const message = {
  replyTo: 'alice@example.com',
  text: 'My deposit is late.',
  userId: null,
  language: 'en',
  clientIp: '10.0.0.1',
} as const
const sent = () => env.DB.prepare('select count(*) as n from outbox_message').first<number>('n')

describe('the contact page of a deployed site', () => {
  it('has no form while the desk has named no address, and takes nothing from one that was drawn before', async () => {
    expect(await isSupportOpen(deployed)).toBe(false)
    const refused = { ok: false, refusal: { code: 'support_closed', facts: {} } }
    expect(await writeToSupport(deployed, message)).toEqual(refused)
    expect(await sent()).toBe(0)
  })

  it('opens with the address', async () => {
    await env.DB.prepare("update setting set value = 'help@cm.example' where key = 'support_mail'").run()
    expect(await isSupportOpen(deployed)).toBe(true)
  })
})
