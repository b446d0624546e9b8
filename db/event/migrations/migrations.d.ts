// The shape of the generated list: the journal, and the text of each migration by its number.
declare const migrations: {
  readonly journal: { readonly entries: readonly { readonly idx: number; readonly tag: string }[] }
  readonly migrations: Readonly<Record<string, string>>
}
export default migrations
