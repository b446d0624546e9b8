// Every private page, and its additional requests, for a guest, a user with an ended session, staff of the desk, and another user.

import { beforeAll, describe, expect, inject, test } from 'vitest'
import { PAGES } from '../../app/site/pages'
import { openAtDesk, openPerson, Visitor } from '../kit/visitor'
import { makeJpeg } from '../kit/pictures'

/** Valid addresses of these pages: an invalid one would answer 404 before the access check. */
const ADDRESSES: Readonly<Record<string, string>> = {
  '/assets/requests/:id': '/assets/requests/d1',
  '/assets/record': '/assets/record?asset=3',
}
const addressOf = (path: string) => ADDRESSES[path] ?? path.replace(':symbol', 'BTC-USDT').replace(/:\w+/, '1')
const PRIVATE = PAGES.filter(({ needsLogin }) => needsLogin).map(({ path }) => addressOf(path))
const PUBLIC = PAGES.filter(({ needsLogin }) => !needsLogin).map(({ path }) => addressOf(path))
/** Private addresses that aren't pages. */
const BESIDE = [
  '/assets/export',
  '/assets/portfolio/export',
  '/assets/today',
  '/assets/requests/export',
  '/orders/seconds/today',
  '/passkey-challenge?purpose=step_up',
]

/** Target of a redirect, to compare with the login page. */
function loginOf(answer: Response): { readonly pathname: string; readonly returnTo: string | null } {
  const { pathname, searchParams } = new URL(answer.headers.get('Location') ?? '/nowhere', inject('appUrl'))
  return { pathname, returnTo: searchParams.get('returnTo') }
}

describe('a guest', () => {
  const guest = new Visitor()

  test.each(PRIVATE)('who opens %s is led to the login page and back', async (path) => {
    const answer = await guest.ask(path)
    expect(answer.status).toBe(302)
    expect(loginOf(answer)).toEqual({ pathname: '/login', returnTo: path })
    expect(await answer.text()).toBe('')
  })

  test.each(PUBLIC)('who opens %s is not asked to log in', async (path) => {
    const answer = await guest.ask(path)
    expect(answer.status).toBeLessThan(500)
    // Of a login that waits for its second step there is none, and that page leads back to its start.
    if (answer.status === 302 && path !== '/login/verify') expect(loginOf(answer).pathname).not.toBe('/login')
    await answer.text()
  })

  test.each(['/assets', '/assets/bills', '/assets/transfer', '/orders'])(
    'who opens %s is told to log in first',
    async (path) => {
      const page = await guest.open(path)
      expect(page.url.pathname).toBe('/login')
      expect(page.main).toContain('Please log in first.')
    },
  )

  // The form of /assets only sets the sender's cookie: whether balances are hidden on this screen.
  test.each(PRIVATE.filter((path) => path !== '/assets'))(
    'who sends a form to %s changes nothing: it is never carried out',
    async (path) => {
      const body = new URLSearchParams({ intent: 'save', commandId: 'a-guest', amount: '1' })
      const answer = await guest.ask(path, { method: 'POST', body })
      // A redirect to login, or a refusal by a page without forms.
      if (answer.status === 302) expect(loginOf(answer).pathname).toBe('/login')
      else expect([400, 401, 404, 405]).toContain(answer.status)
      await answer.text()
    },
  )

  test.each(BESIDE)('who fetches %s gets nothing of anybody', async (path) => {
    for (const Accept of ['text/html', 'application/json', '*/*']) {
      const answer = await guest.ask(path, { headers: { Accept } })
      if (answer.status === 302) expect(loginOf(answer).pathname).toBe('/login')
      else expect([400, 401, 404, 405]).toContain(answer.status)
      await answer.text()
    }
  })

  test.each([
    '/admin',
    '/admin/users',
    '/admin/audit',
    '/admin/staff',
    '/admin/queue/identity',
    '/admin/export/users',
    '/admin/image?reference=/uploads/x',
  ])('finds nothing at %s but the desk’s own door', async (path) => {
    const answer = await guest.ask(path)
    if (answer.status === 302) expect(answer.headers.get('Location')).toMatch(/^\/admin\/login/)
    else expect([401, 403, 404]).toContain(answer.status)
    await answer.text()
  })

  test.each(['https://elsewhere.example', 'null'])('whose form comes from %s is refused', async (Origin) => {
    const body = new URLSearchParams({ account: 'a@example.com', password: 'x' })
    const answer = await guest.ask('/login', { method: 'POST', body, headers: { Origin } })
    expect(answer.ok).toBe(false)
  })
})

describe('Frank, whose session ended elsewhere', () => {
  let frank: Visitor
  beforeAll(async () => {
    const person = await openPerson()
    frank = new Visitor({ cookies: person.cookies })
    const live = await person.open('/assets')
    expect(live.url.pathname).toBe('/assets')
    const left = await person.ask('/logout', { method: 'POST', body: new URLSearchParams({ at: 'other' }) })
    expect(left.status).toBe(302)
    expect(person.cookies.has('cm_session')).toBe(false)
  })

  test.each(PRIVATE)('is led from %s to the login page and back', async (path) => {
    const answer = await new Visitor({ cookies: frank.cookies }).ask(path)
    expect(answer.status).toBe(302)
    expect(loginOf(answer)).toEqual({ pathname: '/login', returnTo: path })
    expect(await answer.text()).toBe('')
  })
})

describe('Rita, who works at the desk', () => {
  test.each(PRIVATE)('is no customer at %s', async (path) => {
    const answer = await openAtDesk(inject('deskTokens').rita).ask(path)
    expect(answer.status).toBe(302)
    expect(loginOf(answer)).toEqual({ pathname: '/login', returnTo: path })
  })
})

describe('whoever goes back', () => {
  test.each(['/', '/trade/spot/BTC-USDT', '/login', '/no-such-page'])(
    'to %s is drawn a page anew: no browser keeps one',
    async (path) => {
      const answer = await new Visitor().ask(path)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      await answer.text()
    },
  )
})

describe('somebody else', () => {
  test('Bob opens what Alice was shown, and none of it is there; at the desk her session is nobody', async () => {
    const [alice, bob] = [await openPerson(), await openPerson()]
    const file = new FormData()
    file.append('file', new File([new Uint8Array(makeJpeg())], 'voucher.jpg', { type: 'image/jpeg' }))
    const sent = await alice.ask('/api/upload', { method: 'POST', body: file })
    const { message: picture } = await sent.json<{ message: string }>()
    expect((await alice.ask(picture)).status).toBe(200)
    const body = new URLSearchParams({ account: picture, amount: '10', currency: '3', type: '0', sub_type: 'TRC20' })
    const told = await alice.ask('/api/wallet/charge_req', { method: 'POST', body })
    expect(await told.json()).toMatchObject({ type: 'ok' })
    const log = await alice.ask('/api/recharge/log')
    const { message } = await log.json<{ message: { data: { id: number }[] } }>()
    // The API's answer has a signed URL, valid for an hour for its holder; the picture itself is private.
    const [unsigned = ''] = picture.split('?')
    for (const path of [unsigned, `/assets/requests/d${message.data[0]?.id}`]) {
      expect({ path, status: (await alice.ask(path)).status }).toEqual({ path, status: 200 })
      const other = await bob.ask(path)
      expect({ path, status: other.status }).toEqual({ path, status: 404 })
      expect(await other.text()).not.toContain(unsigned)
    }
    for (const path of ['/admin', '/admin/users']) {
      const answer = await alice.ask(path)
      expect(answer.headers.get('Location')).toMatch(/^\/admin\/login/)
    }
  })
})
