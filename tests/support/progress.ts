// Reporter: tells the process that started Vitest what is running, whenever a test or a file begins or ends.

import type { Reporter, TestCase, TestModule } from 'vitest/node'

export default class Progress implements Reporter {
  readonly #running = new Set<string>()

  onTestModuleStart(module: TestModule): void {
    this.#begin(module.relativeModuleId)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#end(module.relativeModuleId)
  }

  onTestCaseReady(test: TestCase): void {
    this.#begin(nameOf(test))
  }

  onTestCaseResult(test: TestCase): void {
    this.#end(nameOf(test))
  }

  #begin(name: string): void {
    this.#running.add(name)
    this.#tell()
  }

  #end(name: string): void {
    this.#running.delete(name)
    this.#tell()
  }

  #tell(): void {
    process.send?.({ running: [...this.#running] })
  }
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`
