// Checks receipts and consistency proofs of a log with golang.org/x/mod/sumdb, which knows nothing of taisai.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run tests/log/go/check.go KEY RECEIPT...
//	GO111MODULE=off GOPATH=/usr/share/gocode go run tests/log/go/check.go KEY -from CHECKPOINT -to CHECKPOINT -proof FILE
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func fail(what string, err error) {
	if err != nil {
		fmt.Println("NOT SOUND:", what, err)
		os.Exit(1)
	}
}

func read(path string) string {
	content, err := os.ReadFile(path)
	fail("cannot be read", err)
	return string(content)
}

func hash(line string) tlog.Hash {
	var found tlog.Hash
	content, err := base64.StdEncoding.DecodeString(line)
	fail("no hash", err)
	copy(found[:], content)
	return found
}

// The size and the root of a checkpoint that the log has signed.
func checkpoint(text string, verifiers note.Verifiers) (int64, tlog.Hash) {
	opened, err := note.Open([]byte(text), verifiers)
	fail("the checkpoint", err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	fail("the size", err)
	return size, hash(lines[2])
}

func receipt(path string, verifiers note.Verifiers) {
	head, rest, _ := strings.Cut(read(path), "\n\n")
	size, root := checkpoint(rest, verifiers)
	lines := strings.Split(head, "\n")
	entry, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	fail("the entry", err)
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	fail("the index", err)
	var proof tlog.RecordProof
	for _, line := range lines[3:] {
		proof = append(proof, hash(line))
	}
	fail("the proof", tlog.CheckRecord(proof, size, root, index, tlog.RecordHash(entry)))
	fmt.Printf("sound: entry %d of %d\n", index+1, size)
}

func consistency(given []string, verifiers note.Verifiers) {
	oldSize, oldRoot := checkpoint(read(given[1]), verifiers)
	newSize, newRoot := checkpoint(read(given[3]), verifiers)
	var proof tlog.TreeProof
	for _, line := range strings.Fields(read(given[5])) {
		proof = append(proof, hash(line))
	}
	fail("the proof", tlog.CheckTree(proof, newSize, newRoot, oldSize, oldRoot))
	fmt.Printf("sound: %d entries are the beginning of %d\n", oldSize, newSize)
}

func main() {
	verifier, err := note.NewVerifier(os.Args[1])
	fail("the key", err)
	verifiers := note.VerifierList(verifier)
	if os.Args[2] == "-from" {
		consistency(os.Args[2:], verifiers)
		return
	}
	for _, path := range os.Args[2:] {
		receipt(path, verifiers)
	}
}
