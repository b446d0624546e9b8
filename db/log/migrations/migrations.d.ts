// Type of the generated list: the journal, and each migration's text by number.
declare const migrations: {
  readonly journal: { readonly entries: readonly { readonly idx: number; readonly tag: string }[] }
  readonly migrations: Readonly<Record<string, string>>
}
export default migrations
