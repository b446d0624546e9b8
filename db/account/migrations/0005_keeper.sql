CREATE TABLE `keeper` (
	`id` integer PRIMARY KEY NOT NULL,
	`symbol` text
);
