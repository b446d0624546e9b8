// Waits until the scripts of a page run.

import type { BrowserContext, Page } from 'playwright-core'

/** Scripts run and have taken the page over: shortcuts are announced. The offline page has none. */
export const waitUntilAlive = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[role=button][href="/search"]:not([aria-keyshortcuts])'))

/** After a navigation or reload, actions wait until scripts run, unless `waitUntil` is set. */
export function waitForScripts(context: BrowserContext): BrowserContext {
  return context.on('page', (page) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    page.goto = async (path, options) => {
      const answer = await goto(path, options)
      if (!options?.waitUntil) await waitUntilAlive(page)
      return answer
    }
    page.reload = async (options) => {
      const answer = await reload(options)
      if (!options?.waitUntil) await waitUntilAlive(page)
      return answer
    }
  })
}
