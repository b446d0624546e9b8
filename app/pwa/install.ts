// Installability of the site as an app, and the browser's install prompt.

import { useSyncExternalStore } from 'react'

/** Chromium's install event; other browsers install by their own menu and never fire it. */
interface InstallQuestion extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/**
 * "possible": `askToInstall` shows the prompt. "installed": runs as an app, or was just installed. "by_menu": only the
 * browser's menu can install.
 */
export type InstallState = 'possible' | 'installed' | 'by_menu'

let question: InstallQuestion | null = null
let isInstalled = false
const listeners = new Set<() => void>()

/** Call once at startup: the browser fires `beforeinstallprompt` early and only once. */
export function watchInstall(): void {
  isInstalled = matchMedia('(display-mode: standalone)').matches
  addEventListener('beforeinstallprompt', (event) => {
    // Defer the browser's prompt until the visitor presses our button.
    event.preventDefault()
    question = event as InstallQuestion
    notifyListeners()
  })
  addEventListener('appinstalled', () => {
    question = null
    isInstalled = true
    notifyListeners()
  })
}

/** Null on the server and until scripts run. */
export const useInstallState = (): InstallState | null => useSyncExternalStore(subscribe, readState, () => null)

/** Shows the browser's install prompt; true when accepted. Can be shown once per event. */
export async function askToInstall(): Promise<boolean> {
  const asked = question
  if (!asked) return false
  question = null
  notifyListeners()
  const { outcome } = await asked.prompt()
  return outcome === 'accepted'
}

function readState(): InstallState {
  if (isInstalled) return 'installed'
  return question ? 'possible' : 'by_menu'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
