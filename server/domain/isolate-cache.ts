// Short-lived cache of directory values in an isolate. Keyed by the binding, so two environments in one isolate never share it. Only
// finished values are stored: a promise of one request must not be awaited by another request, because it ends with its own.

interface Entry<Value> {
  readonly value: Value
  readonly at: number
}

let generation = 0

export class IsolateCache<Binding extends object, Value> {
  readonly #ttlMs: number
  #entries = new WeakMap<Binding, Entry<Value>>()
  #generation = generation

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs
  }

  /** Undefined when there is none that is young enough. */
  get(binding: Binding, now: number): Value | undefined {
    const entry = this.#find(binding)
    return entry && entry.at > now - this.#ttlMs ? entry.value : undefined
  }

  /** The last one, however old. */
  last(binding: Binding): Value | undefined {
    return this.#find(binding)?.value
  }

  set(binding: Binding, value: Value, now: number): void {
    this.#find(binding)
    this.#entries.set(binding, { value, at: now })
  }

  #find(binding: Binding): Entry<Value> | undefined {
    if (this.#generation !== generation) {
      this.#entries = new WeakMap()
      this.#generation = generation
    }
    return this.#entries.get(binding)
  }
}

/** Clears all caches; for tests that empty the stores behind the bindings. */
export function forgetIsolateCaches(): void {
  generation += 1
}
