// Judges what a log says with Go's own packages (golang.org/x/mod/sumdb), which the log shares no line with. Reads a list
// of claims from standard input, writes a list of what is wrong with each, "" where nothing is.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type claim struct {
	Kind       string
	Key        string
	Checkpoint string
	Older      string
	Index      int64
	Entry      []byte
	Proof      [][]byte
	Tiles      map[string][]byte
	Text       string
}

func open(key, text string) (tree tlog.Tree, err error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return tree, err
	}
	opened, err := note.Open([]byte(text), note.VerifierList(verifier))
	if err != nil {
		return tree, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return tree, errors.New("not a checkpoint of this log")
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return tree, err
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return tree, err
}

func hashes(proof [][]byte) (list []tlog.Hash) {
	for _, bytes := range proof {
		var hash tlog.Hash
		copy(hash[:], bytes)
		list = append(list, hash)
	}
	return list
}

type tiles map[string][]byte

func (tiles) Height() int { return 8 }

func (all tiles) ReadTiles(wanted []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range wanted {
		// Their paths name the height too.
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		bytes, found := all[path]
		if !found {
			return nil, fmt.Errorf("there is no %s", path)
		}
		data = append(data, bytes)
	}
	return data, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// Reads every entry's hash out of the tiles, checked against the root, and compares it with the entry itself.
func judgeTiles(c claim, tree tlog.Tree) error {
	reader := tlog.TileHashReader(tree, tiles(c.Tiles))
	var indexes []int64
	var entries [][]byte
	for n := int64(0); n < tree.N; n++ {
		indexes = append(indexes, tlog.StoredHashIndex(0, n))
		if n%256 != 0 {
			continue
		}
		path := fmt.Sprintf("tile/entries/%03d", n/256)
		if tree.N-n < 256 {
			path += fmt.Sprintf(".p/%d", tree.N-n)
		}
		for bundle := c.Tiles[path]; len(bundle) >= 2; {
			size := int(bundle[0])<<8 + int(bundle[1])
			if len(bundle) < 2+size {
				return errors.New("a bundle is cut off")
			}
			entries = append(entries, bundle[2:2+size])
			bundle = bundle[2+size:]
		}
	}
	read, err := reader.ReadHashes(indexes)
	if err != nil {
		return err
	}
	if int64(len(entries)) != tree.N {
		return fmt.Errorf("%d entries of %d", len(entries), tree.N)
	}
	for n, hash := range read {
		if tlog.RecordHash(entries[n]) != hash {
			return fmt.Errorf("entry %d has another hash", n)
		}
	}
	return nil
}

func judgeText(c claim) error {
	parts := strings.SplitN(c.Text, "\n\n", 2)
	lines := strings.Split(parts[0], "\n")
	if len(parts) != 2 || len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("not a proof")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return err
	}
	tree, err := open(c.Key, parts[1])
	if err != nil {
		return err
	}
	var proof tlog.RecordProof
	for _, line := range lines[2:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		proof = append(proof, hash)
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(c.Entry))
}

func judge(c claim) error {
	if c.Kind == "text" {
		return judgeText(c)
	}
	tree, err := open(c.Key, c.Checkpoint)
	if err != nil {
		return err
	}
	switch c.Kind {
	case "checkpoint":
		return nil
	case "inclusion":
		return tlog.CheckRecord(hashes(c.Proof), tree.N, tree.Hash, c.Index, tlog.RecordHash(c.Entry))
	case "consistency":
		older, err := open(c.Key, c.Older)
		if err != nil {
			return err
		}
		return tlog.CheckTree(hashes(c.Proof), tree.N, tree.Hash, older.N, older.Hash)
	case "tiles":
		return judgeTiles(c, tree)
	}
	return errors.New("no such kind")
}

func main() {
	var claims []claim
	if err := json.NewDecoder(os.Stdin).Decode(&claims); err != nil {
		panic(err)
	}
	verdicts := []string{}
	for _, c := range claims {
		verdict := ""
		if err := judge(c); err != nil {
			verdict = err.Error()
		}
		verdicts = append(verdicts, verdict)
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		panic(err)
	}
}
