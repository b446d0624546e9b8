// The API reference as pages: drawn on the server, searched without scripts, in the visitor's language.

import { expect, test } from 'vitest'
import { Visitor } from '../kit/visitor'

const guest = new Visitor()

test('the reference lists endpoints by product and is reached from the foot of every page', async () => {
  const link = (await guest.open('/about')).links.find(({ name }) => name === 'API reference')
  const page = await guest.open(link?.to ?? '')
  expect([page.path, page.status, page.heading]).toEqual(['/api/docs', 200, 'API reference'])
  expect(page.main).toContain('Copy trading')
  expect(page.links).toContainEqual(expect.objectContaining({ to: '/api/docs/post_v1_order' }))
})

test('a search shows the endpoints that have all of its words, and says when there are none', async () => {
  const found = await guest.open('/api/docs?q=loan+post')
  const shown = found.links.filter(({ to }) => to.startsWith('/api/docs/'))
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.filter(({ to }) => !to.startsWith('/api/docs/post_'))).toEqual([])
  expect((await guest.open('/api/docs?q=zebra')).main).toContain('No endpoint matches “zebra”.')
})

test('an endpoint shows its fields, its answer and a request in the language of the link', async () => {
  const page = await guest.open('/api/docs/post_v1_order')
  expect(page.heading).toBe('Place an order with every option')
  expect(page.main).toContain('POST /api/v1/order')
  expect(page.main).toContain('Login, or API key with trade')
  expect(page.main).toContain('quote to spend: market buys only')
  expect(page.main).toContain('curl -X POST')
  expect((await guest.open('/api/docs/post_v1_order?in=python')).main).toContain('urllib.request.Request(')
  expect((await guest.open('/api/docs/post_v1_order?in=typescript')).main).toContain('await fetch(')
})

test('the words of the page are the visitor’s, and an endpoint that is not there is not found', async () => {
  const page = await new Visitor({ language: 'fra' }).open('/api/docs/get_v1_orders')
  expect(page.main).toContain('Requête')
  expect((await guest.open('/api/docs/get_nowhere')).status).toBe(404)
})

test('the document itself and all other addresses of the API stay as they were', async () => {
  const document = await guest.ask('/api/openapi.json')
  expect([document.status, document.headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8'])
  const missing = await guest.ask('/api/document')
  expect(await missing.json()).toMatchObject({ type: 'error' })
})
