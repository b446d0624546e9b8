// Toast that disappears by itself (spec §9: 1500 ms). Callable from any browser code; rendered by `ToastLayer`.

import type { BrokenPlayer } from './broken-players'

/** Messages for code without access to a language: keys of `ui.json`. */
export type ToastName = 'load_failed' | 'upload_failed' | 'upload_error' | BrokenPlayer

export interface Toast {
  readonly id: number
  readonly words: string | { readonly name: ToastName }
  readonly tone: 'plain' | 'good' | 'bad'
}

export const TOAST_MS = 1500
/** More toasts at once would be unreadable. */
const TOASTS_MAX = 3

export const NO_TOASTS: readonly Toast[] = []
let toasts = NO_TOASTS
let lastId = 0
const listeners = new Set<() => void>()

/** Toast of a failure outside any page. */
export const toastByName = (name: ToastName): void => toast({ name }, { tone: 'bad' })

export function toast(words: Toast['words'], { tone = 'plain' }: { tone?: Toast['tone'] } = {}): void {
  lastId += 1
  const shown: Toast = { id: lastId, words, tone }
  show([...toasts.slice(1 - TOASTS_MAX), shown])
  setTimeout(() => show(toasts.filter(({ id }) => id !== shown.id)), TOAST_MS)
}

export const currentToasts = (): readonly Toast[] => toasts

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
