// Shortcuts of the trading page; ignored while typing and while a sheet is open.

import type { TicketFields } from '../../forms/spot'
import { areSingleKeysOn, isCovered, isTypedInto } from '../../shell/keys'

export const SHORTCUTS = [
  { key: 'b', name: 'buy' },
  { key: 's', name: 'sell' },
  { key: 'l', name: 'limit' },
  { key: 'm', name: 'market' },
  { key: 'p', name: 'price' },
  { key: 'q', name: 'size' },
  { key: '?', name: 'help' },
] as const
type ShortcutName = (typeof SHORTCUTS)[number]['name']

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Actions triggered by shortcuts. */
export interface ShortcutHandlers {
  readonly pick: (part: Partial<TicketFields>) => void
  readonly help: () => void
}

/** Shortcut of a key, or undefined. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: Key): ShortcutName | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return SHORTCUTS.find((shortcut) => shortcut.key === key.toLowerCase())?.name
}

/** Returns a function that stops listening. Escape removes focus from a text field. */
export function listenToShortcuts(handlers: ShortcutHandlers): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isCovered()) return
    const { target } = event
    if (isTypedInto(target)) {
      if (event.key === 'Escape' && target instanceof HTMLElement) target.blur()
      return
    }
    const name = areSingleKeysOn() ? shortcutOf(event) : undefined
    if (!name) return
    event.preventDefault()
    runShortcut(name, handlers)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

function runShortcut(name: ShortcutName, { pick, help }: ShortcutHandlers): void {
  if (name === 'help') return help()
  if (name === 'buy' || name === 'sell') return pick({ side: name })
  if (name === 'limit' || name === 'market') return pick({ kind: name, plan: undefined })
  const names = name === 'price' ? '[name=price]' : '[name=quantity], [name=budget]'
  document.querySelector<HTMLInputElement>(`[data-panel=ticket] :is(${names})`)?.focus()
}
