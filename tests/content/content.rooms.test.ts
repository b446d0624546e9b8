// The seeded content, read back in eight languages: complete, whole and safe; what operators change stays changed.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedStatements } from '#db/platform/seed/index'
import { LANGUAGES } from '#domain/language'
import { MENU } from '#domain/menu'
import { readBrand } from '#services/brand'
import {
  NEWS_CATEGORIES,
  type TextKind,
  areaCodes,
  contactChannels,
  findNews,
  findPopup,
  findSetting,
  findText,
  listMenu,
  listNews,
  siteConfig,
} from '#services/content'
import { safeHtml } from '#services/safe-html'

const KINDS: readonly TextKind[] = ['faq', 'contactus', 'aboutus', 'operational_compliance', 'terms']
const seed = () => env.DB.batch(seedStatements().map((statement) => env.DB.prepare(statement)))

beforeAll(async () => {
  await seed()
})

describe.each(LANGUAGES)('content in %s', (language) => {
  it('has every standing text, whole, with the site’s name in it', async () => {
    for (const kind of KINDS) {
      const text = await findText(env, kind, language)
      expect(text?.title, kind).toBeTruthy()
      expect(text?.content.length, kind).toBeGreaterThan(150)
      expect(JSON.stringify(text), kind).not.toContain('{{')
    }
    expect((await findText(env, 'aboutus', language))?.content).toContain('CM')
  })

  it('has four news, three banners and one notice, newest first', async () => {
    const news = await listNews(env, { categoryId: NEWS_CATEGORIES.news, page: 1, limit: 10, language })
    const banners = await listNews(env, { categoryId: NEWS_CATEGORIES.banners, page: 1, limit: 10, language })
    expect([news.total, banners.total]).toEqual([4, 3])
    expect(news.rows.map(({ id }) => id)).toEqual([4, 3, 2, 1])
    for (const banner of banners.rows) expect(banner.cover).toMatch(/^\/banners\/\w+\.svg$/)
    expect((await findPopup(env, language))?.id).toBe(1)
  })

  it('shows nothing that the small HTML does not allow', async () => {
    for (const kind of KINDS) {
      const stored = await env.DB.prepare('select content from site_text where kind = ? and language = ?')
        .bind(kind, language)
        .first<string>('content')
      expect(safeHtml(stored ?? '')).toBe(stored)
    }
  })
})

describe('content', () => {
  it('comes in pages, the second one after the first', async () => {
    const page = (number: number) => listNews(env, { categoryId: 4, page: number, limit: 3, language: 'jp' })
    expect((await page(1)).rows.map(({ id }) => id)).toEqual([4, 3, 2])
    expect((await page(2)).rows.map(({ id }) => id)).toEqual([1])
    expect(await page(3)).toEqual({ rows: [], total: 4 })
  })

  it('falls back to English where a language has no text', async () => {
    await env.DB.batch([
      env.DB.prepare(`insert into news (id, category_id, published_at) values (100, 4, 1)`),
      env.DB.prepare(
        `insert into news_text (news_id, language, title, abstract, content) values (100, 'en', 'Only English', '', '<p>Yes</p>')`,
      ),
      env.DB.prepare(`delete from site_text where kind = 'faq' and language = 'th'`),
    ])
    expect((await findNews(env, { id: 100, language: 'jp' }))?.title).toBe('Only English')
    expect((await findText(env, 'faq', 'th'))?.title).toBe('Frequently asked questions')
    await env.DB.prepare('delete from news where id = 100').run()
  })

  it('does not show an article that is hidden or was never written', async () => {
    await env.DB.prepare('update news set is_shown = 0 where id = 3').run()
    expect(await findNews(env, { id: 3, language: 'en' })).toBeNull()
    expect(await findNews(env, { id: 999, language: 'en' })).toBeNull()
    expect((await listNews(env, { categoryId: 4, page: 1, limit: 10, language: 'en' })).total).toBe(3)
    await env.DB.prepare('update news set is_shown = 1 where id = 3').run()
  })

  it('disarms a script that somebody wrote into an article', async () => {
    await env.DB.prepare(
      `update news_text set content = '<p>Hi</p><script>steal()</script>' where news_id = 2 and language = 'en'`,
    ).run()
    expect((await findNews(env, { id: 2, language: 'en' }))?.content).toBe(
      '<p>Hi</p>&lt;script&gt;steal()&lt;/script&gt;',
    )
  })

  it('keeps an operator’s words when the seed runs again', async () => {
    await env.DB.prepare(`update setting set value = 'Mercury' where key = 'site_name'`).run()
    await seed()
    expect((await siteConfig(env)).site_name).toBe('Mercury')
    expect((await findText(env, 'aboutus', 'jp'))?.title).toBe('Mercuryについて')
    await env.DB.prepare(`update setting set value = 'CM' where key = 'site_name'`).run()
  })

  it('appears under the name and the picture that the desk has set, and under its own name and letter without them', async () => {
    const set = (key: string, value: string) =>
      env.DB.prepare('update setting set value = ? where key = ?').bind(value, key).run()
    expect(await readBrand(env)).toEqual({ name: 'CM', logo: '/logos/site.svg' })
    await set('site_name', 'Mercury')
    await set('site_logo', '/logos/mercury.svg')
    expect(await readBrand(env)).toEqual({ name: 'Mercury', logo: '/logos/mercury.svg' })
    await set('site_name', '')
    await set('site_logo', '')
    expect(await readBrand(env)).toEqual({ name: env.SITE_NAME, logo: null })
    await set('site_name', 'CM')
    await set('site_logo', '/logos/site.svg')
  })

  it('has a version of two parts with one comma, and every key of the site’s configuration', async () => {
    expect((await findSetting(env, 'version'))?.value).toMatch(/^[^,]+,80$/)
    for (const key of ['support_url', 'game_url', 'apk_download_url'])
      expect(await findSetting(env, key)).not.toBeNull()
    const config = await siteConfig(env)
    for (const key of ['site_name', 'site_logo', 'down_logo', 'zxkf_url', 'sharar_radio', 'yzm_radio']) {
      expect(config[key], key).toBeTypeOf('string')
    }
  })

  it('names no way to reach us until an operator opens one, and then only a safe one', async () => {
    const open = (key: string, value: string) =>
      env.DB.prepare('update setting set value = ? where key = ?').bind(value, key).run()
    expect(await contactChannels(env)).toEqual([])
    await open('telegram_url', 'https://t.me/cm')
    await open('zxkf_url', 'javascript:alert(1)')
    expect(await contactChannels(env)).toEqual([{ kind: 'telegram', url: 'https://t.me/cm' }])
    await open('telegram_url', '')
    await open('zxkf_url', '')
  })

  it('does not show a setting that is not public', async () => {
    await env.DB.prepare(`insert into setting (id, key, value, is_public) values (900, 'inner_note', 'x', 0)`).run()
    expect(await findSetting(env, 'inner_note')).toBeNull()
    expect(await siteConfig(env)).not.toHaveProperty('inner_note')
  })

  it('shows what got its page after the store was seeded, and nothing that an operator hid', async () => {
    await env.DB.prepare("DELETE FROM menu_item WHERE title = 'coupon'").run()
    await env.DB.prepare("UPDATE menu_item SET is_shown = 0 WHERE title = 'share'").run()
    const titles = async () => (await listMenu(env)).map(({ title }) => title)
    expect(await titles()).not.toContain('coupon')
    await seed()
    expect(await titles()).toContain('coupon')
    expect(await titles()).not.toContain('share')
    await env.DB.prepare("UPDATE menu_item SET is_shown = 1 WHERE title = 'share'").run()
  })

  it('follows the product where nobody has decided otherwise: addresses of the menu, texts that nobody rewrote', async () => {
    const all = async (sql: string) => (await env.DB.prepare(sql).all()).results
    const menu = () =>
      all('SELECT title, icon, url, open_type, is_financial, is_shown, sort FROM menu_item ORDER BY title')
    const texts = () => all('SELECT title, abstract, content FROM news_text WHERE news_id = 3 ORDER BY language')
    const [menuBefore, textsBefore] = [await menu(), await texts()]
    // Rows of an earlier release, with later edits by operators.
    await env.DB.batch(
      [
        "UPDATE menu_item SET url = '/pages/old', icon = 'home-nav-1', is_financial = 1 WHERE title = 'market'",
        "UPDATE menu_item SET sort = 99, is_shown = 0 WHERE title = 'market'",
        "UPDATE news_text SET title = 'Old', content = 'Old', seeded = 1 WHERE news_id = 3",
        "UPDATE news_text SET title = 'Ours' WHERE news_id = 3 AND language = 'en'",
        "UPDATE site_text SET content = 'Ours' WHERE kind = 'faq' AND language = 'en'",
        "UPDATE site_text SET content = 'Old', seeded = 1 WHERE kind = 'faq' AND language = 'jp'",
        "INSERT INTO menu_item (id, title, icon, url, open_type, sort) VALUES (500, 'own', 'own', '/about', 'navigateTo', 500)",
        "DELETE FROM menu_item WHERE title = 'seconds'",
      ].map((statement) => env.DB.prepare(statement)),
    )
    await seed()
    await env.DB.prepare("DELETE FROM menu_item WHERE title = 'own'").run()
    expect(await menu()).toEqual(
      menuBefore.map((row) => (row['title'] === 'market' ? { ...row, sort: 99, is_shown: 0 } : row)),
    )
    const english = await env.DB.prepare(
      "SELECT title, seeded FROM news_text WHERE news_id = 3 AND language = 'en'",
    ).first()
    expect(english).toEqual({ title: 'Ours', seeded: null })
    expect((await texts()).filter((row) => row['title'] === 'Old')).toEqual([])
    expect(
      (await texts()).filter((row) => textsBefore.some((before) => before['content'] === row['content'])),
    ).toHaveLength(7)
    const faqs = await all("SELECT language, content FROM site_text WHERE kind = 'faq' AND content IN ('Ours', 'Old')")
    expect(faqs).toEqual([{ language: 'en', content: 'Ours' }])
    // An operator's article never gets an id that the product may seed later.
    const { meta } = await env.DB.prepare('INSERT INTO news (category_id, published_at) VALUES (4, 1)').run()
    expect(meta.last_row_id).toBeGreaterThan(1000)
    await env.DB.batch(
      [
        'DELETE FROM news WHERE id > 1000',
        "UPDATE menu_item SET sort = 1, is_shown = 1 WHERE title = 'market'",
        'DELETE FROM news_text WHERE news_id = 3',
        "DELETE FROM site_text WHERE kind = 'faq'",
      ].map((statement) => env.DB.prepare(statement)),
    )
    await seed()
  })

  it('has the menu entries whose page exists, in the order of their list', async () => {
    const menu = await listMenu(env)
    expect(menu.map(({ title, url, openType }) => ({ title, url, openType }))).toEqual(
      MENU.filter(({ url }) => url !== '').map(({ title, url, openType }) => ({ title, url, openType })),
    )
    expect(menu.length).toBeGreaterThan(2)
    for (const item of menu) {
      expect(item.url).toMatch(/^\/pages\//)
      expect(item.icon).toMatch(/^home-nav-\d+$/)
    }
  })

  it('names every country’s calling code in the reader’s language', async () => {
    const japanese = await areaCodes(env, 'jp')
    expect(japanese.length).toBeGreaterThan(230)
    expect(japanese.find(({ country }) => country === 'JP')).toMatchObject({ name: '日本', callingCode: '81' })
    const english = await areaCodes(env, 'en')
    expect(english[0]?.name).toBe('Afghanistan')
    expect(english.find(({ country }) => country === 'US')?.callingCode).toBe('1')
  })
})
