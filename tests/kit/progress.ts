// Reporter: sends the parent process of Vitest the running tests and the longest of their timeouts, at the start and end of each test and
// file, and how long each file took, hooks and imports included.

import type { Reporter, TestCase, TestModule } from 'vitest/node'

export default class Progress implements Reporter {
  /** By name: how long it may take, in milliseconds. */
  readonly #running = new Map<string, number>()

  onTestModuleStart(module: TestModule): void {
    this.#begin(module.relativeModuleId, 0)
  }

  onTestModuleEnd(module: TestModule): void {
    const { setupDuration, prepareDuration, collectDuration, duration } = module.diagnostic()
    const tookMs = setupDuration + prepareDuration + collectDuration + duration
    process.send?.({ file: module.relativeModuleId, tookMs })
    this.#end(module.relativeModuleId)
  }

  onTestCaseReady(test: TestCase): void {
    this.#begin(nameOf(test), test.options.timeout ?? 0)
  }

  onTestCaseResult(test: TestCase): void {
    this.#end(nameOf(test))
  }

  #begin(name: string, limitMs: number): void {
    this.#running.set(name, limitMs)
    this.#tell()
  }

  #end(name: string): void {
    this.#running.delete(name)
    this.#tell()
  }

  #tell(): void {
    process.send?.({ running: [...this.#running.keys()], limitMs: Math.max(0, ...this.#running.values()) })
  }
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`
