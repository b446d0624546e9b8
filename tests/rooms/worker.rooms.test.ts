import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'

test('the Worker answers inside the Workers runtime', async () => {
  const answer = await exports.default.fetch('http://cm.test/health')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test('the directory has its tables', async () => {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  expect(results.length).toBeGreaterThan(3)
})
