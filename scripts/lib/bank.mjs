// Fictitious bank account of a test server, by setting name.

export const BANK = {
  deposit_bank_name: 'First Bank of Nowhere',
  deposit_bank_holder: 'CM Trial Ltd',
  deposit_bank_account: 'US64 0001 2345 6789',
  deposit_bank_swift: 'FBNWUS33',
}
