// Unknown addresses are answered in the usual envelope, in the requested language.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusalText } from '#services/words'
import { refused, seed } from './client'

beforeAll(seed)

describe('the API', () => {
  it.each(['en', 'jp'] as const)('has nothing at an address that nobody declared, and says so in %s', async (lang) => {
    const words = refusalText(lang, { code: 'route_not_found', facts: {} })
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await refused(method, '/no/such/endpoint', { query: { lang } })).toBe(words)
  })

  it('has no standing text that was never written in any language', async () => {
    await env.DB.prepare("delete from site_text where kind = 'faq'").run()
    const words = refusalText('fra', { code: 'text_not_found', facts: {} })
    expect(await refused('GET', '/faq', { query: { lang: 'fra' } })).toBe(words)
  })
})
