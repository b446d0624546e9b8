// axe on the current page: serious and critical violations, in the light and dark themes.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
export const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // The best practices that can be serious; looking for the others took a quarter of the time.
  rules: Object.fromEntries(
    ['accesskeys', 'aria-dialog-name', 'aria-text', 'aria-treeitem-name', 'label-title-only', 'tabindex'].map(
      (rule) => [rule, { enabled: true }],
    ),
  ),
  resultTypes: ['violations'],
  // Preloading fetches every style sheet again, for rules that aren't enabled here.
  preload: false,
}
/** Without contrast, which is half of the work: `ui/contrast` proves the tokens that every colour comes from. */
export const QUICK_RULES: RunOptions = { ...RULES, rules: { ...RULES.rules, 'color-contrast': { enabled: false } } }
/** Only rules that depend on the theme; the others ran in the first theme. */
const COLOURS: RunOptions = {
  ...RULES,
  rules: {},
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}
const GRAVE = new Set(['serious', 'critical'])

export const NOTHING_GRAVE = { light: [], dark: [] }

/** Leaves the page in the light theme. */
export async function findInBoth(page: Page): Promise<{ light: string[]; dark: string[] }> {
  const light = await findGrave(page, RULES)
  const draw = (theme: string) => page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
  await draw('dark')
  const dark = await findGrave(page, COLOURS)
  await draw('light')
  return { light, dark }
}

/** "rule: selector", for each place. */
export async function findGrave(page: Page, options: RunOptions): Promise<string[]> {
  // Half a megabyte of script, which only a page that is asked reads.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return axe.run(given)
  }, options)
  return violations
    .filter(({ impact }) => GRAVE.has(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`))
}
