// Person using a test server by forms, /api and outbox codes, without scripts.

/** Plain cookies of a visitor's display preferences. */
export const choiceCookies = (url, { language, theme }) => [
  { name: 'cm_language', value: language, url },
  ...(theme ? [{ name: 'cm_theme', value: theme, url }] : []),
]

/** Nothing here is about speed: a busy machine only makes it take longer. */
const WAIT_MS = 180_000

export async function openPerson(browser, baseURL) {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  context.setDefaultTimeout(WAIT_MS)
  await context.addCookies(choiceCookies(baseURL, { language: 'en' }))
  const { request } = context
  const page = await context.newPage()
  const headers = { Origin: baseURL }
  const readOutbox = async (target) =>
    (await (await request.get('/outbox')).text()).split(`data-target="${target}"`)[1] ?? ''

  const send = async (path, form) => {
    const fields = { commandId: crypto.randomUUID(), language: 'en', ...form }
    const answer = await request.post(path, { headers, form: fields, maxRedirects: 0 })
    if (answer.status() >= 400) throw new Error(`${path} answered ${answer.status()} to ${JSON.stringify(form)}`)
    return answer
  }

  return {
    context,
    page,
    /** Posts a form answered in place; returns the text. */
    post: async (path, form) => (await send(path, form)).text(),
    /** Posts a form that redirects on success; throws on refusal. */
    submit: async (path, form) => {
      const answer = await send(path, form)
      if (answer.status() === 200) throw new Error(`${path} refused ${JSON.stringify(form)}`)
    },
    /** An endpoint of /api: its message. */
    call: async (path, fields) => {
      const isPicture = Object.values(fields).some((value) => typeof value !== 'string')
      const answer = await request.post(`/api${path}`, {
        headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() },
        ...(isPicture ? { multipart: fields } : { form: fields }),
      })
      const { type, message } = await answer.json()
      if (type !== 'ok') throw new Error(`/api${path} answered "${message}" to ${JSON.stringify(fields)}`)
      return message
    },
    read: async (path) => (await request.get(path)).text(),
    /** Newest code sent to an address or number. */
    readCode: async (target) => />(\d{6})</.exec(await readOutbox(target))?.[1] ?? '',
    /** Newest desk link sent to an address. */
    readLink: async (target) => /\/admin\/enrol\?token=[\w-]+/.exec(await readOutbox(target))?.[0] ?? '',
    /** Closes the window and returns the session cookies. */
    leave: async () => {
      const cookies = (await context.cookies()).filter(({ name }) => /cm_(?:session|staff)$/.test(name))
      await context.close()
      return cookies
    },
  }
}
