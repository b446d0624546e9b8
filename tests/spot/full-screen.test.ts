// Full-screen chart with a fake browser: each way to exit, and complete cleanup.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coverPage } from '../../app/chart/full-screen'

/** Fake browser that grants or refuses full screen as the test says. */
class HeldPage extends EventTarget {
  fullscreenElement: object | null = null
  exitFullscreen = vi.fn(() => {
    this.#show(null)
    return Promise.resolve()
  })
  give = () => {}
  refuse = () => {}

  readonly element = {
    requestFullscreen: () =>
      new Promise<void>((resolve, reject) => {
        this.give = () => {
          this.#show(this.element)
          resolve()
        }
        this.refuse = () => reject(new TypeError('not here'))
      }),
  }

  presses(key: string) {
    this.dispatchEvent(Object.assign(new Event('keydown'), { key }))
  }
  takesBack() {
    this.#show(null)
  }

  #show(element: object | null) {
    this.fullscreenElement = element
    this.dispatchEvent(new Event('fullscreenchange'))
  }
}

let page: HeldPage
const onEnd = vi.fn()
beforeEach(() => {
  page = new HeldPage()
  vi.stubGlobal('document', page)
  onEnd.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

// The fake element only implements the full-screen request.
const cover = (element: object = page.element) => coverPage(element as HTMLElement, onEnd)
const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)))

test('it is ended by Escape, by no other key, and by the browser that takes the screen back', async () => {
  cover()
  page.give()
  await settle()
  page.presses('Enter')
  expect(onEnd).not.toHaveBeenCalled()
  page.presses('Escape')
  expect(onEnd).toHaveBeenCalledTimes(1)
  page.takesBack()
  expect(onEnd).toHaveBeenCalledTimes(2)
})

test('ended, it gives the screen back and hears nothing any more', async () => {
  const end = cover()
  page.give()
  await settle()
  end()
  expect(page.exitFullscreen).toHaveBeenCalledOnce()
  page.presses('Escape')
  expect(onEnd).not.toHaveBeenCalled()
})

test('ended before the browser gave the screen, it gives it back as soon as it has it', async () => {
  const end = cover()
  end()
  expect(page.exitFullscreen).not.toHaveBeenCalled()
  page.give()
  await settle()
  expect(page.fullscreenElement).toBeNull()
})

test('where the screen is refused or cannot be had, the panel covers the page, until Escape', async () => {
  cover()
  page.refuse()
  await settle()
  expect(onEnd).not.toHaveBeenCalled()
  cover({})
  page.presses('Escape')
  expect(onEnd).toHaveBeenCalledTimes(2)
})
