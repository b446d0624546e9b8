// The keys of the trading screen. They never fire while somebody types, nor over an open sheet.

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
export type ShortcutName = (typeof SHORTCUTS)[number]['name']

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key means here, or undefined. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: Key): ShortcutName | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return SHORTCUTS.find((shortcut) => shortcut.key === key.toLowerCase())?.name
}

/** Answers what stops listening. Escape leaves the field that one types in. */
export function listenToShortcuts(act: (name: ShortcutName) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isCovered()) return
    const { activeElement } = document
    if (isTypedInto(activeElement)) {
      if (event.key === 'Escape' && activeElement instanceof HTMLElement) activeElement.blur()
      return
    }
    const name = areSingleKeysOn() ? shortcutOf(event) : undefined
    if (!name) return
    event.preventDefault()
    act(name)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
