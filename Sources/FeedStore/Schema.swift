/// The tables in the file, as the statements that make each version of them from the one before. A version that was
/// released is never changed; what is new is another one. Each ends with its number.
enum Schema {
    /// "fcor"
    static let applicationID: Int64 = 0x6663_6f72
    static var version: Int { versions.count }

    static var versions: [StaticString] { [responses] }

    /// Pages of feeds. The bodies stand apart, because SQLite writes a row anew as a whole when any of it changes.
    /// `used` numbers the uses: the row with the least is the one that nobody has asked for the longest. The sums find
    /// damage, in the body and in all that matters of the row.
    private static let responses: StaticString = """
        CREATE TABLE responses(
            id INTEGER PRIMARY KEY, partition TEXT NOT NULL, key TEXT NOT NULL, mapping INTEGER NOT NULL,
            etag TEXT, last_modified TEXT, stored_at INTEGER NOT NULL, used INTEGER NOT NULL,
            size INTEGER NOT NULL, body_sum INTEGER NOT NULL, sum INTEGER NOT NULL);
        CREATE UNIQUE INDEX responses_by_key ON responses(key, partition);
        CREATE INDEX responses_by_use ON responses(used, size);
        CREATE INDEX responses_by_time ON responses(stored_at);
        CREATE TABLE bodies(id INTEGER PRIMARY KEY, body BLOB NOT NULL);
        CREATE TRIGGER responses_gone AFTER DELETE ON responses
        BEGIN
            DELETE FROM bodies WHERE id = old.id;
        END;
        PRAGMA application_id = 0x66636f72;
        PRAGMA user_version = 1;
        """
}
