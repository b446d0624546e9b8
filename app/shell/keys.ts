// Global shortcuts: Ctrl/Cmd+K and "/" search, "?" shortcut list, G plus a letter for tabs. Global shortcuts run before
// page shortcuts and stop the event when they match.

import { keep, readStored } from '../visitor/stored-text'
import { TABS } from './tabs'

interface KeyHandlers {
  readonly open: (view: 'search' | 'keys') => void
  readonly go: (path: string) => void
}

/** Keys after G, in tab order. */
export const GO_KEYS = ['h', 'm', 't', 'o', 'a'] as const
const GO_WITHIN_MS = 1500
const OFF_KEY = 'cm_single_keys'

/** Single-key shortcuts interfere with speech input, so they can be disabled. */
export const areSingleKeysOn = (): boolean => readStored(OFF_KEY) !== 'off'

export function turnSingleKeys(to: 'on' | 'off'): void {
  keep(OFF_KEY, to === 'off' ? 'off' : null)
}

/** Answers what stops listening. */
export function listenToKeys({ open, go }: KeyHandlers): () => void {
  let goUntil = 0
  const handleKey = (event: KeyboardEvent): boolean => {
    const key = event.key.toLowerCase()
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key === 'k') {
      open('search')
      return true
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target) || isCovered()) return false
    if (!areSingleKeysOn()) return false
    const tab = event.timeStamp < goUntil ? TABS[GO_KEYS.findIndex((letter) => letter === key)] : undefined
    goUntil = key === 'g' ? event.timeStamp + GO_WITHIN_MS : 0
    if (tab) go(tab.to)
    else if (key === '/') open('search')
    // The terminal shows its own, longer list.
    else if (key === '?' && !location.pathname.startsWith('/trade/')) open('keys')
    else return false
    return true
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !handleKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, { capture: true })
  return () => window.removeEventListener('keydown', onKey, { capture: true })
}

/** Ignore keys typed into a field. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=button], [type=checkbox], [type=radio], [type=range]), textarea, select'))

export const isCovered = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null
