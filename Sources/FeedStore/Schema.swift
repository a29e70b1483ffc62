/// The tables in the file, as the statements that make each version of them from the one before. A version that was
/// released is never changed; what is new is another one. Each ends with its number.
enum Schema {
    /// "fcor"
    static let applicationID: Int64 = 0x6663_6f72
    static var version: Int { versions.count }
    /// The first one with people.
    static let peopleVersion: Int64 = 2

    static var versions: [StaticString] { [responses, people] }

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

    /// People. Each partition has a number, its owner's, and the ids of its rows lie together, from number * 2^32 on: what
    /// a full-text index finds comes in their order, and is limited to them. There are two such indexes, of words and
    /// of parts of three characters, the latter only of rows that hold what is looked for by its parts.
    private static let people: StaticString = """
        CREATE TABLE owners(number INTEGER PRIMARY KEY, partition TEXT NOT NULL UNIQUE);
        CREATE TABLE users(
            id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, user TEXT NOT NULL,
            username TEXT COLLATE NOCASE, display_name TEXT, bio TEXT,
            has_parts INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE UNIQUE INDEX users_by_user ON users(owner, user);
        CREATE INDEX users_by_username ON users(owner, username);
        CREATE VIRTUAL TABLE user_words USING fts5(
            username, display_name, bio, content = users, content_rowid = id, columnsize = 0,
            tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
        CREATE VIEW users_with_parts AS SELECT id, username, display_name, bio FROM users WHERE has_parts;
        CREATE VIRTUAL TABLE user_parts USING fts5(
            username, display_name, bio, content = users_with_parts, content_rowid = id, columnsize = 0,
            tokenize = trigram);
        CREATE TABLE queries(
            owner INTEGER NOT NULL, query TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY(owner, query)
        ) WITHOUT ROWID;
        PRAGMA user_version = 2;
        """
}
