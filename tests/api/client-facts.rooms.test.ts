// Facts about existing clients beyond the field lists of the wire contract, each called as those clients call it.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import { AVATARS } from '#domain/profile'
import worker from '../../server/worker'
import { resolveOldLink } from '../../app/site/old-links'
import { findPage } from '../../app/site/pages'
import { loader as registerPage } from '../../app/routes/register/data.server'
import { makeJpeg, pictureForm } from '../kit/pictures'
import { ORIGIN, PASSWORD, type Person, type Sent, call, join, ok, refused, seed, send } from './client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const AWAY = 'https://app.example'
const TRON = 'TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM'
const setting = (key: string, value: string) =>
  env.DB.prepare('UPDATE setting SET value = ? WHERE key = ?').bind(value, key).run()

let alice: Person
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

async function open(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(new URL(address, ORIGIN), { headers })
  return worker.fetch(request, env, createExecutionContext())
}
const upload = (token: string, top = 8) =>
  ok<string>('POST', '/upload', { body: pictureForm(makeJpeg({ height: top })), token })

const addresses = async ({ token }: Person) =>
  (await ok<{ data: { id: number; qrcode: string }[] }>('GET', '/user/wallet/list', { token })).data
const idOf = async (person: Person) => String((await addresses(person))[0]?.id)

describe('lists', () => {
  test.each([
    { method: 'GET', path: '/recharge/log' },
    { method: 'GET', path: '/user/withdraw/list' },
    { method: 'GET', path: '/user/wallet/list' },
    { method: 'POST', path: '/news/list', more: { c_id: '4' } },
    { method: 'GET', path: '/mailMessage/getList' },
    { method: 'GET', path: '/coin/list' },
    { method: 'GET', path: '/microtrade/lists', more: { match_id: '1', status: '3' } },
    { method: 'GET', path: '/v1/orders' },
  ])('$method $path with limit 99999999 is the largest page, not a refusal', async ({ method, path, more }) => {
    const asked = { ...more, page: '1', limit: '99999999' }
    await ok(method, path, { ...(method === 'GET' ? { query: asked } : { form: asked }), token: alice.token })
  })

  it('an order that was refused never was one', async () => {
    const { token } = await join('Olga')
    const [{ quotation: [btc] = [] } = {}] = await ok<{ quotation?: { now_price: string }[] }[]>(
      'GET',
      '/currency/quotation_new',
    )
    const at = (share: number) => (Number(btc?.now_price) * share).toFixed(1)
    const order = (price: string) => ({
      currency_id: '1',
      legal_id: '3',
      type: '1',
      amount: '0.001',
      target_price: price,
    })
    await ok('POST', '/coin/trade', { form: order(at(0.95)), token })
    const [{ id } = { id: 0 }] = await ok<{ id: number }[]>('GET', '/coin/list', { query: { status: '1' }, token })
    await ok('PUT', '/coin/trade', { form: { id: String(id) }, token })
    // A post-only order that would take the house's offer.
    await refused('POST', '/coin/trade', { form: { ...order(at(1.05)), post_only: 'true' }, token })
    const { list } = await ok<{ list: { state: string }[] }>('GET', '/v1/orders', { token })
    expect(list.map(({ state }) => state)).toEqual(['rejected', 'cancelled'])
    for (const status of ['0', '3'])
      expect(await ok('GET', '/coin/list', { query: { status }, token })).toMatchObject([{ id, status: 3 }])
  })
})

describe('the bank card', () => {
  it('has a bank name before there is a card, and echoes what newer clients ask for as it was saved', async () => {
    const { token } = await join('Carla')
    const info = () => ok<Record<string, unknown>>('POST', '/user/cash_info', { token })
    expect(await info()).toMatchObject({
      bank_name: '',
      bank_account: '',
      iban: '',
      bank_address: '',
      bank_code: '',
      alipay_account: '',
      wechat_nickname: '',
      wechat_account: '',
      banks: [],
    })
    const saved = {
      real_name: 'Carla',
      bank_name: 'First Bank',
      iban: 'DE89 3704 0044 0532 0130 00',
      bank_address: 'Mitte 1',
      bank_code: 'COBADEFF',
      alipay_account: 'carla@example.com',
      wechat_nickname: 'Carla',
      wechat_account: 'carla_1',
    }
    await ok('POST', '/user/cash_save', { form: saved, token })
    expect(await info()).toMatchObject({
      ...saved,
      iban: 'DE89370400440532013000',
      bank_account: 'DE89370400440532013000',
      bank_dizhi: 'Mitte 1',
    })
  })
})

describe('pictures', () => {
  it('are shown to an <img> of a client on another site by the address that /upload answered, and for an hour', async () => {
    const reference = await upload(alice.token)
    expect(reference).toMatch(/^\/uploads\/[\w-]{22}\?until=\d{10}&sign=[\w-]{22}$/)
    const shown = await open(reference)
    expect([shown.status, shown.headers.get('Cross-Origin-Resource-Policy')]).toEqual([200, 'cross-origin'])
    expect(new Uint8Array(await shown.arrayBuffer()).byteLength).toBeGreaterThan(10)
    const [path = '', query = ''] = reference.split('?')
    const other = (await upload(alice.token)).split('?')[0] ?? ''
    const until = (at: number) => reference.replace(/until=\d+/, `until=${at}`)
    for (const address of [
      path,
      `${other}?${query}`,
      until(9_999_999_999),
      `${path}?until=&sign=`,
      reference.slice(0, -1),
    ])
      expect((await open(address)).status, address).toBe(404)
    vi.useFakeTimers({ now: Date.now() + 3_602_000, toFake: ['Date'] })
    try {
      expect((await open(reference)).status).toBe(404)
    } finally {
      vi.useRealTimers()
    }
  })

  it('are named by any address that ends in their reference, and listed with one that shows them', async () => {
    const reference = await upload(alice.token)
    const own = { currency: '3', type: 'TRC20', address: TRON, name: 'home', pay_password: '' }
    for (const [index, qrcode] of [`${AWAY}${reference}`, `${AWAY}/${reference.split('?')[0]}`, reference].entries())
      await ok('POST', '/user/wallet/save', {
        form: { ...own, qrcode, ...(index > 0 && { id: await idOf(alice) }) },
        token: alice.token,
      })
    const data = await addresses(alice)
    expect(data).toHaveLength(1)
    expect(data[0]?.qrcode.split('?')[0]).toBe(reference.split('?')[0])
    expect((await open(data[0]?.qrcode ?? '')).status).toBe(200)
    const stranger = await join('Mallory')
    await refused('POST', '/user/wallet/save', {
      form: { ...own, qrcode: `${AWAY}${reference}` },
      token: stranger.token,
    })
  })

  it('of an identity are listed so too', async () => {
    const pictures = { front_pic: await upload(alice.token, 9), reverse_pic: await upload(alice.token, 10) }
    await env.DB.prepare(
      `INSERT INTO verification (id, user_id, level, state, submitted_at, id_type, country, name, number_sealed, number_hash)
       VALUES ('v1', ?, 1, 'passed', 1, 'passport', 'JP', 'Alice', '', 'h')`,
    )
      .bind(alice.userId)
      .run()
    await env.DB.prepare('UPDATE user SET review_status = 2, mobile = ? WHERE id = ?')
      .bind('+819012340000', alice.userId)
      .run()
    await ok('POST', '/user/real', { form: { real_type: '2', ...pictures }, token: alice.token })
    const { real_data: shown } = await ok<{ real_data: { front_pic: string } | null }>('GET', '/real/state', {
      token: alice.token,
    })
    expect((await open(shown?.front_pic ?? '')).status).toBe(200)
  })

  it('are found under a reference that a client has joined to the origin by one more slash', async () => {
    const reference = await upload(alice.token, 11)
    const joined = await worker.fetch(new Request(`${ORIGIN}/${reference}`), env, createExecutionContext())
    expect(joined.status).toBe(308)
    const to = joined.headers.get('Location') ?? ''
    expect(to).toBe(reference)
    expect((await open(to)).status).toBe(200)
    // A client mounted below a folder prefixes references with the folder.
    for (const folder of ['/h5', '/h5/', '/a/b//', '//evil.example']) {
      const below = new Request(`${ORIGIN}${folder}${reference}`)
      const answer = await worker.fetch(below, env, createExecutionContext())
      expect([folder, answer.status, answer.headers.get('Location')]).toEqual([folder, 308, reference])
    }
    // Never to another site.
    for (const path of ['//evil.example/x', '///evil.example', '/\\\\evil.example']) {
      const answer = await worker.fetch(new Request(ORIGIN + path), env, createExecutionContext())
      expect(answer.headers.get('Location')).toMatch(/^\/[^/\\]/)
    }
  })

  it('of the site itself may be an avatar', async () => {
    const path = `/static/image/avatar/${AVATARS}.png`
    for (const head_portrait of [path, `${AWAY}/${path}`]) {
      await ok('POST', '/user/uploadHeadPortrait', { form: { head_portrait }, token: alice.token })
      expect(await ok('GET', '/user/info', { token: alice.token })).toMatchObject({ head_portrait: path })
    }
    for (const head_portrait of ['/static/image/avatar/0.png', `/static/image/avatar/${AVATARS + 1}.png`])
      await refused('POST', '/user/uploadHeadPortrait', { form: { head_portrait }, token: alice.token })
  })
})

describe('money', () => {
  it('the fee of a conversion is a fraction of what is converted', async () => {
    const form = { from_currency_id: '3', to_currency_id: '1' }
    const { fee } = await ok<{ fee: string }>('POST', '/user/getTransferFee', { form, token: alice.token })
    expect(fee).toBe('0.00100000')
  })

  it('who has not verified an identity and asks for more than there is, is told that it is not there', async () => {
    const { token, userId } = await join('Percy')
    const own = { currency: '3', type: 'TRC20', address: TRON, name: 'home' }
    await ok('POST', '/user/wallet/save', { form: own, token })
    await env.DB.prepare('UPDATE saved_address SET changed_at = 1 WHERE user_id = ?').bind(userId).run()
    const out = (number: string) => ({ form: { currency: '3', number, address: TRON, type: '0', lang: 'en' }, token })
    expect(await refused('POST', '/wallet/out', out('999999999'))).toMatch(/^Insufficient/)
    expect((await call('POST', '/wallet/out', out('90000'))).type).toBe('998')
  })
})

describe('the site', () => {
  it('has no two entries of the menu under one icon, each with a title that clients know', async () => {
    const menu = await ok<{ title: string; icon: string; url: string; open_type: string; is_financial: 0 | 1 }[]>(
      'GET',
      '/menu',
    )
    expect(new Set(menu.map(({ icon }) => icon)).size).toBe(menu.length)
    const known =
      'ieo lockming invest seconds futures exchange transfer nft copytrade otc game stock chatroom margin mining coupon bills borrowing market transaction recharge withdraw'
    for (const { title, url } of menu) {
      expect(known.split(' ')).toContain(title)
      const path = resolveOldLink(url.split('?')[0] ?? '', url.split('?')[1] ?? '') ?? ''
      expect(findPage(path.split('?')[0] ?? ''), url).toBeDefined()
    }
    const finance = menu.filter((entry) => entry.is_financial === 1).map(({ title }) => title)
    expect(finance).toEqual(['ieo', 'lockming', 'invest'])
    expect(menu.find(({ title }) => title === 'transaction')).toMatchObject({
      url: '/pages/transaction/order',
      open_type: 'switchTab',
    })
    const urls = new Map(menu.map(({ title, url }) => [title, url]))
    expect(urls.get('exchange')).toBe('/pages/transaction/index')
    expect(urls.get('bills')).toBe('/pages/fund/assets_all_record')
    expect(urls.get('copytrade')).toBe('/pages/follow/index')
    // Drawings of pages, and none at all.
    for (const title of ['otc', 'coupon', 'chatroom']) expect(urls.has(title)).toBe(false)
    expect(menu.length).toBeLessThanOrEqual(16)
    for (const { icon } of menu) expect(icon).toMatch(/^home-nav-(?:[1-9]|10|1[2-5])$/)
    expect(menu.find(({ title }) => title === 'recharge')?.url).toBe('/pages/fund/select?url=receive')
  })

  it('names its support page whole, also when it is its own', async () => {
    const { value } = await ok<{ value: string }>('GET', '/getSetting', { query: { keyword: 'support_url' } })
    expect(value).toBe(`${ORIGIN}/support?lang=en`)
    expect(await ok('GET', '/getSiteConfig')).toMatchObject({ support_url: value })
    const thai = { query: { keyword: 'game_url', lang: 'th' } }
    expect(await ok('GET', '/getSetting', thai)).toMatchObject({ value: `${ORIGIN}/game?lang=th` })
  })

  it('has no address that is empty, since clients open them as they are', async () => {
    const config = await ok<Record<string, string>>('GET', '/getSiteConfig', { query: { lang: 'fra' } })
    const addresses = Object.entries(config).filter(([key]) => key.endsWith('_url'))
    expect(addresses.map(([key]) => key)).toEqual(
      expect.arrayContaining(['zxkf_url', 'jie_url', 'hk_url', 'apk_download_url', 'support_url', 'game_url']),
    )
    for (const [key, value] of addresses) {
      expect([key, URL.canParse(value)]).toEqual([key, true])
      const told = await ok('GET', '/getSetting', { query: { keyword: key, lang: 'fra' } })
      expect(told).toMatchObject({ value })
    }
    expect(config['zxkf_url']).toBe(`${ORIGIN}/contact?lang=fra`)
    await env.DB.prepare("UPDATE setting SET value = 'https://t.me/cm' WHERE key = 'zxkf_url'").run()
    expect(await ok('GET', '/getSiteConfig')).toMatchObject({ zxkf_url: 'https://t.me/cm' })
  })

  it('says of its switches what it does', async () => {
    expect(await ok('GET', '/getSiteConfig')).toMatchObject({ tk_radio: '1', bank_flag: '1', yzm_radio: '1' })
    await env.DB.prepare('UPDATE asset_network SET is_withdrawal_open = 0').run()
    const { forgetIsolateCaches } = await import('#domain/isolate-cache')
    forgetIsolateCaches()
    expect(await ok('GET', '/getSiteConfig')).toMatchObject({ bank_flag: '0' })
    await setting('deposit_bank_account', '123456')
    expect(await ok('GET', '/getSiteConfig')).toMatchObject({ bank_flag: '1' })
    await setting('deposit_bank_account', '')
    await env.DB.prepare('UPDATE asset_network SET is_withdrawal_open = 1').run()
    forgetIsolateCaches()
  })

  it('answers a socket that nobody has in a few bytes', async () => {
    for (const path of ['/ws', '/socket', '/api-socket/x', '/socket.io/unknown']) {
      const answer = await open(path, { Upgrade: 'websocket', Connection: 'Upgrade' })
      expect(answer.status, path).toBe(404)
      expect((await answer.text()).length, path).toBeLessThan(40)
    }
  })
})

describe('registering', () => {
  const form = (name: string, more: Readonly<Record<string, string>> = {}) => ({
    form: {
      user_string: `${name}@example.com`,
      code: '',
      password: PASSWORD,
      re_password: PASSWORD,
      type: 'email',
      lang: 'en',
      ...more,
    },
  })

  it('needs no code where the site asks for none', async () => {
    await refused('POST', '/user/register', form('codeless'))
    await setting('yzm_radio', '0')
    try {
      await ok('POST', '/user/register', form('codeless'))
      expect(
        await ok('POST', '/user/login', { form: { user_string: 'codeless@example.com', password: PASSWORD } }),
      ).toBeTypeOf('string')
      const page = await registerPage({
        request: new Request(`${ORIGIN}/register`),
        params: {},
        context: { env },
      } as unknown as Parameters<typeof registerPage>[0])
      expect(page).toMatchObject({ isCodeNeeded: false })
    } finally {
      await setting('yzm_radio', '1')
    }
  })

  it('takes the pay password and the nickname with it, by the rules of both', async () => {
    await setting('yzm_radio', '0')
    try {
      const chosen = (more: Readonly<Record<string, string>>, name = 'chooser') => form(name, more)
      expect(await refused('POST', '/user/register', chosen({ pay_password: 'short' }))).toMatch(/7/)
      expect(await refused('POST', '/user/register', chosen({ pay_password: PASSWORD }))).toMatch(/login password/)
      await refused('POST', '/user/register', chosen({ username: 'not <allowed>' }))
      await ok('POST', '/user/register', chosen({ pay_password: 'another horse', username: 'Chooser' }))
      const token = await ok<string>('POST', '/user/login', {
        form: { user_string: 'chooser@example.com', password: PASSWORD },
      })
      expect(await ok('GET', '/user/info', { token })).toMatchObject({ nickname: 'Chooser' })
      const own = { currency: '3', type: 'TRC20', address: TRON, name: 'home' }
      expect(await refused('POST', '/user/wallet/save', { form: { ...own, pay_password: PASSWORD }, token })).toMatch(
        /password is incorrect/,
      )
      await ok('POST', '/user/wallet/save', { form: { ...own, pay_password: 'another horse' }, token })
      // Some clients send the account itself again.
      await ok('POST', '/user/register', chosen({ username: 'same@example.com' }, 'same'))
    } finally {
      await setting('yzm_radio', '1')
    }
  })
})

describe('a client on another site', () => {
  const origin = (more: Record<string, string> = {}): Sent => ({ headers: { Origin: AWAY, ...more } })

  it('is told by a pre-flight that it may call, but never with credentials', async () => {
    const asks = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization' }
    for (const path of ['/coin/trade', '/user/info', '/upload', '/nothing/there']) {
      const answer = await send('OPTIONS', path, origin(asks))
      expect(answer.status, path).toBe(204)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': expect.stringContaining('Authorization') as string,
      })
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
  })

  it('reads answers to its token and to nobody; what came with a cookie it does not', async () => {
    for (const sent of [{ ...origin(), token: alice.token }, { ...origin(), token: '' }, origin()]) {
      const answer = await send('GET', '/user/info', sent)
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
    const withCookie = await send('GET', '/user/info', origin({ Cookie: `cm_session=${alice.token}` }))
    expect(withCookie.headers.get('Access-Control-Allow-Origin')).toBeNull()
    const posted = await send('POST', '/user/editNickname', {
      ...origin({ Cookie: `cm_session=${alice.token}` }),
      form: { nickname: 'Eve' },
    })
    expect(await posted.json()).toMatchObject({ type: 'error' })
  })
})

it('a login leaves the token for the socket alone, and a logout takes it away', async () => {
  const { email } = await join('Sofia')
  const answer = await send('POST', '/user/login', { form: { user_string: email, password: PASSWORD } })
  const { message: token } = await answer.json<{ message: string }>()
  expect(answer.headers.get('Set-Cookie')).toBe(
    `cm_socket=${token}; Path=/socket.io; Max-Age=86400; HttpOnly; SameSite=Strict`,
  )
  const wrong = await send('POST', '/user/login', { form: { user_string: email, password: 'another horse' } })
  expect(wrong.headers.get('Set-Cookie')).toBeNull()
  const out = await send('GET', '/user/logout', { token })
  expect(out.headers.get('Set-Cookie')).toBe('cm_socket=; Path=/socket.io; Max-Age=0; HttpOnly; SameSite=Strict')
})
