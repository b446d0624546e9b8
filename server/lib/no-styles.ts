// In place of postcss in the Worker (`[alias]` of wrangler.toml).

export const parse = (): never => {
  throw new Error('styles are not parsed')
}
