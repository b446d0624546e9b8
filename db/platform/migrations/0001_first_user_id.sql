-- User ids start at 10001, so that no id is mistaken for a small wire constant (asset, wallet, category).
INSERT INTO sqlite_sequence (name, seq) VALUES ('user', 10000);
